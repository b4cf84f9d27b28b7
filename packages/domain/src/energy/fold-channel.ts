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
  readonly bands: readonly (number | null)[];
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

/** The steps of a channel's five registers; undefined where none was told. */
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
  const bands = [...state.bands];
  const steps: (RegisterStep | undefined)[] = [
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ];
  let moved = NO_BANDS;
  let total = state.total;
  if (reading.total !== null) {
    const folded = foldRegister(
      total,
      { at, wh: reading.total },
      settings.limitW,
      settings.decision,
    );
    total = folded.state;
    steps[0] = folded.step;
  }
  reading.bands.forEach((wh, band) => {
    if (wh === null) return;
    const decision = settings.decision && bandDecision(settings.decision);
    const folded = foldRegister(bands[band] ?? null, { at, wh }, settings.limitW, decision);
    bands[band] = folded.state;
    steps[band + 1] = folded.step;
    if (folded.step.countedWh > 0) moved = addBands(moved, inBand(folded.step.countedWh, band));
  });
  const booked = book(state, { total, bands, steps, moved, at }, settings);
  return {
    state: { total, bands, owed: booked.owed },
    booking: booked.booking,
    steps,
  };
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
  const counting = byTotal ? steps.slice(0, 1) : steps.slice(1);
  const energyWh = energyOf(counting, settings.decision);
  const booking = {
    energyWh,
    from: fromOf(counting, at),
    isLowerBound: counting.some((step) => step?.kind === 'reset' && step.countedWh > 0),
  };
  if (!byTotal) return { booking: { ...booking, parts: moved }, owed: NO_BANDS };
  if (bands.every((band) => band === null)) {
    const parts = energyWh === 0 ? NO_BANDS : inBand(energyWh, settings.hourBand(at));
    return { booking: { ...booking, parts }, owed: NO_BANDS };
  }
  const owed = addBands(before.owed, moved);
  const split =
    energyWh === 0 ? { parts: NO_BANDS, owed } : splitByOwed(energyWh, owed, settings.hourBand(at));
  // What a suspect of the total has counted is still to come, so what is owed to it stays.
  const isSettled = total?.suspect == null && steps.slice(1).some((step) => step !== undefined);
  return {
    booking: { ...booking, parts: split.parts },
    owed: isSettled ? withinDigit(split.owed) : split.owed,
  };
}

function energyOf(steps: ChannelSteps, decision: StepDecision | undefined): number {
  if (decision?.decision === 'set') return decision.energyWh;
  return steps.reduce((sum, step) => sum + (step?.countedWh ?? 0), 0);
}

/** The earliest beginning of what is counted. */
function fromOf(steps: ChannelSteps, at: number): number {
  let from = at;
  for (const step of steps) {
    if (step !== undefined && step.countedWh > 0 && step.from < from) from = step.from;
  }
  return from;
}
