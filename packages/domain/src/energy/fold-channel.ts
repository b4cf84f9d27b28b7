/**
 * One channel of a device: its total register and its four band registers, reading after reading.
 * The total decides how much, the bands decide which; a channel without a total is the sum of its
 * bands, one without bands follows the hours of the tariff.
 */
import { foldRegister } from './fold-register.ts';
import type { RegisterState, RegisterStep, StepDecision } from './register-state.ts';
import {
  addBands,
  type BandsWh,
  inBand,
  NO_BANDS,
  splitByOwed,
  withinDigit,
} from './split-bands.ts';

export interface ChannelState {
  readonly total: RegisterState | null;
  readonly bands: readonly (RegisterState | null)[];
  readonly owed: BandsWh;
}

export const NEW_CHANNEL: ChannelState = {
  total: null,
  bands: [null, null, null, null],
  owed: NO_BANDS,
};

/** What a channel shows in one reading, Wh; null where the register was not told. */
export interface ChannelReading {
  readonly at: number;
  readonly total: number | null;
  /** Null where no band's register was told. */
  readonly bands: readonly (number | null)[] | null;
}

export interface ChannelSettings {
  readonly limitW: number;
  readonly decision?: StepDecision | undefined;
  /** Index of the tariff's band at the end of the step. */
  hourBand(at: number): number;
}

/** What a reading books: energy and its bands, for the span (from, at]. */
export interface Booking {
  readonly energyWh: number;
  readonly parts: BandsWh;
  readonly from: number;
  /** Holds what a reset proves, which is not all that was used. */
  readonly isLowerBound: boolean;
}

/** The steps of a channel's five registers; undefined, or left out at the end, where none was told. */
export type ChannelSteps = readonly (RegisterStep | undefined)[];

export interface FoldedChannel {
  readonly state: ChannelState;
  readonly booking: Booking;
  readonly steps: ChannelSteps;
}

export function foldChannel(
  state: ChannelState,
  reading: ChannelReading,
  settings: ChannelSettings,
): FoldedChannel {
  const { at } = reading;
  const { limitW, decision } = settings;
  let { total, bands } = state;
  let step: RegisterStep | undefined;
  if (reading.total !== null) {
    const folded = foldRegister(total, { at, wh: reading.total }, limitW, decision);
    total = folded.state;
    step = folded.step;
  }
  const steps = [step];
  let moved = NO_BANDS;
  if (reading.bands !== null) {
    const ofBands = decision && bandDecision(decision);
    const states = [...bands];
    for (const [band, wh] of reading.bands.entries()) {
      if (wh === null) continue;
      const folded = foldRegister(states[band] ?? null, { at, wh }, limitW, ofBands);
      states[band] = folded.state;
      steps[band + 1] = folded.step;
      const { countedWh } = folded.step;
      if (countedWh > 0) moved = addBands(moved, inBand(countedWh, band));
    }
    bands = states;
  }
  const { booking, owed } = book(state, { total, bands, steps, moved, at }, settings);
  return { state: { total, bands, owed }, booking, steps };
}

/** A given energy is that of the total; the bands only say how it is shared. */
function bandDecision(decision: StepDecision): StepDecision {
  return decision.decision === 'set' ? { decision: 'count', energyWh: 0 } : decision;
}

interface Moved {
  readonly total: RegisterState | null;
  readonly bands: readonly (RegisterState | null)[];
  readonly steps: ChannelSteps;
  readonly moved: BandsWh;
  readonly at: number;
}

function book(
  before: ChannelState,
  { total, bands, steps, moved, at }: Moved,
  settings: ChannelSettings,
): { booking: Booking; owed: BandsWh } {
  // A total that is told for the first time counts nothing yet: the bands still do.
  const byTotal = before.total !== null || settings.decision?.decision === 'set';
  const counted = byTotal ? countedIn(steps, 0, 1, at) : countedIn(steps, 1, steps.length, at);
  const energyWh =
    settings.decision?.decision === 'set' ? settings.decision.energyWh : counted.energyWh;
  const { from } = counted;
  const isLowerBound = energyWh > 0 && counted.isReset;
  if (!byTotal) return { booking: { energyWh, from, isLowerBound, parts: moved }, owed: NO_BANDS };
  if (bands === NEW_CHANNEL.bands || bands.every((band) => band === null)) {
    const parts = energyWh === 0 ? NO_BANDS : inBand(energyWh, settings.hourBand(at));
    return { booking: { energyWh, from, isLowerBound, parts }, owed: NO_BANDS };
  }
  const owed = moved === NO_BANDS ? before.owed : addBands(before.owed, moved);
  const split =
    energyWh === 0 ? { parts: NO_BANDS, owed } : splitByOwed(energyWh, owed, settings.hourBand(at));
  // What a suspect of the total has counted is still to come, so what is owed to it stays.
  const isSettled = total?.suspect == null && steps.length > 1;
  return {
    booking: { energyWh, from, isLowerBound, parts: split.parts },
    owed: isSettled ? withinDigit(split.owed) : split.owed,
  };
}

/** What the steps of [first, end) count, and the earliest beginning of it. */
function countedIn(steps: ChannelSteps, first: number, end: number, at: number) {
  let energyWh = 0;
  let from = at;
  let isReset = false;
  for (let i = first; i < end; i += 1) {
    const step = steps[i];
    if (step === undefined || step.countedWh === 0) continue;
    energyWh += step.countedWh;
    from = Math.min(from, step.from);
    isReset ||= step.kind === 'reset';
  }
  return { energyWh, from, isReset };
}
