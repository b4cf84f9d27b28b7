/**
 * One channel of a device, reading by reading: its total register and its four band registers. The
 * total determines the amount, the bands determine its distribution; a channel without a total is
 * the sum of its bands, and one without bands follows the hours of the tariff.
 */
import { type EnergyLimits, limitBetween } from './energy-limit.ts';
import { foldRegister } from './fold-register.ts';
import type { EarlierPart, RegisterState, RegisterStep, StepDecision } from './register-state.ts';
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

/** Registers of a channel in one reading, Wh; null for a register that was not reported. */
export interface ChannelReading {
  readonly at: number;
  readonly total: number | null;
  /** Null if no band register was reported. */
  readonly bands: readonly (number | null)[] | null;
}

export interface ChannelSettings extends EnergyLimits {
  readonly decision?: StepDecision | undefined;
  /** Index of the tariff band at the end of the step. */
  hourBand(at: number): number;
}

/** A booking at an instant: energy and its bands, for the span (from, at]. */
export interface Booking {
  readonly at: number;
  readonly energyWh: number;
  readonly parts: BandsWh;
  readonly from: number;
  /**
   * True if the energy includes an amount inferred from a register reset, which is only a lower
   * bound of what was used.
   */
  readonly isLowerBound: boolean;
}

/** Steps of a channel's five registers; undefined, or omitted at the end, if none was reported. */
export type ChannelSteps = readonly (RegisterStep | undefined)[];

export interface FoldedChannel {
  readonly state: ChannelState;
  /** The booking at the time of the reading itself. */
  readonly booking: Booking;
  /** Bookings at earlier readings that this one confirmed, in time order; undefined if none. */
  readonly earlier: readonly Booking[] | undefined;
  readonly steps: ChannelSteps;
}

export function foldChannel(
  state: ChannelState,
  reading: ChannelReading,
  settings: ChannelSettings,
): FoldedChannel {
  const { at } = reading;
  const { decision } = settings;
  /** Energy used before the ratings were changed must not exceed the former limit. */
  const limitOf = (register: RegisterState | null): number =>
    register === null ? settings.limitW : limitBetween(settings, register.base.at, at);
  let { total, bands } = state;
  let step: RegisterStep | undefined;
  if (reading.total !== null) {
    const folded = foldRegister(total, { at, wh: reading.total }, limitOf(total), decision);
    total = folded.state;
    step = folded.step;
  }
  const steps = [step];
  let moved = NO_BANDS;
  let movedEarlier: BandPart[] | undefined;
  if (reading.bands !== null) {
    const ofBands = decision && bandDecision(decision);
    const states = [...bands];
    for (const [band, wh] of reading.bands.entries()) {
      if (wh === null) continue;
      const before = states[band] ?? null;
      const folded = foldRegister(before, { at, wh }, limitOf(before), ofBands);
      states[band] = folded.state;
      steps[band + 1] = folded.step;
      const { countedWh, earlier } = folded.step;
      if (earlier !== undefined) {
        movedEarlier = [...(movedEarlier ?? []), ...earlier.map((part) => ({ ...part, band }))];
      }
      const nowWh = earlier === undefined ? countedWh : countedWh - sumOfParts(earlier);
      if (nowWh > 0) moved = addBands(moved, inBand(nowWh, band));
    }
    bands = states;
  }
  movedEarlier?.sort((one, other) => one.at - other.at);
  const now = { total, bands, steps, moved, movedEarlier, at };
  const { booking, earlier, owed } = book(state, now, settings);
  return { state: { total, bands, owed }, booking, earlier, steps };
}

/** Energy given by an administrator is the total; the bands only determine its distribution. */
function bandDecision(decision: StepDecision): StepDecision {
  return decision.decision === 'set' ? { decision: 'count', energyWh: 0 } : decision;
}

interface BandPart extends EarlierPart {
  readonly band: number;
}

interface Moved {
  readonly total: RegisterState | null;
  readonly bands: readonly (RegisterState | null)[];
  readonly steps: ChannelSteps;
  /** Energy counted by band registers in this interval; earlier intervals are in `movedEarlier`. */
  readonly moved: BandsWh;
  readonly movedEarlier: readonly BandPart[] | undefined;
  readonly at: number;
}

interface Booked {
  readonly booking: Booking;
  readonly earlier: readonly Booking[] | undefined;
  readonly owed: BandsWh;
}

function book(
  before: ChannelState,
  { total, bands, steps, moved, movedEarlier, at }: Moved,
  settings: ChannelSettings,
): Booked {
  const set = settings.decision?.decision === 'set' ? settings.decision.energyWh : undefined;
  // A total that is reported for the first time counts nothing yet, but its bands do.
  const byTotal = before.total !== null || set !== undefined;
  const counted = byTotal ? countedIn(steps, 0, 1, at) : countedIn(steps, 1, steps.length, at);
  const energyWh = set ?? counted.energyWh;
  const { from } = counted;
  if (!byTotal) {
    const earlier = movedEarlier?.map(bookingOfBand);
    return { booking: bookingAt(at, energyWh, moved, from), earlier, owed: NO_BANDS };
  }
  const ofTotal = steps[0]?.earlier;
  if (bands === NEW_CHANNEL.bands || bands.every((band) => band === null)) {
    const parts = energyWh === 0 ? NO_BANDS : inBand(energyWh, settings.hourBand(at));
    const earlier = ofTotal?.map((part) =>
      bookingOf(part, inBand(part.wh, settings.hourBand(part.at))),
    );
    return { booking: bookingAt(at, energyWh, parts, from), earlier, owed: NO_BANDS };
  }
  let owed = moved === NO_BANDS ? before.owed : addBands(before.owed, moved);
  let earlier: Booking[] | undefined;
  if (ofTotal !== undefined || movedEarlier !== undefined) {
    const split = splitEarlier(before.owed, ofTotal ?? [], movedEarlier ?? [], settings);
    owed = addBands(split.owed, moved);
    earlier = split.bookings;
  }
  const split =
    energyWh === 0 ? { parts: NO_BANDS, owed } : splitByOwed(energyWh, owed, settings.hourBand(at));
  // The total has not counted the energy of its suspect yet, so the owed energy is retained.
  const isSettled = total?.suspect == null && steps.length > 1;
  return {
    booking: bookingAt(at, energyWh, split.parts, from),
    earlier,
    owed: isSettled ? withinDigit(split.owed) : split.owed,
  };
}

const bookingAt = (at: number, energyWh: number, parts: BandsWh, from: number): Booking => ({
  at,
  energyWh,
  parts,
  from,
  isLowerBound: false,
});

const bookingOf = ({ at, wh, from, isLowerBound }: EarlierPart, parts: BandsWh): Booking => ({
  at,
  energyWh: wh,
  parts,
  from,
  isLowerBound,
});

const bookingOfBand = (part: BandPart): Booking => bookingOf(part, inBand(part.wh, part.band));

/**
 * Splits earlier parts of the total's energy into bands: each part takes what the band registers
 * had counted by then. The remainder is owed to the following steps.
 */
function splitEarlier(
  before: BandsWh,
  ofTotal: readonly EarlierPart[],
  ofBands: readonly BandPart[],
  settings: ChannelSettings,
): { bookings: Booking[]; owed: BandsWh } {
  let owed = before;
  let next = 0;
  const addUntil = (at: number): void => {
    for (; next < ofBands.length && ofBands[next]!.at <= at; next += 1) {
      const { wh, band } = ofBands[next]!;
      owed = addBands(owed, inBand(wh, band));
    }
  };
  const bookings = ofTotal.map((part) => {
    addUntil(part.at);
    const split = splitByOwed(part.wh, owed, settings.hourBand(part.at));
    owed = split.owed;
    return bookingOf(part, split.parts);
  });
  addUntil(Number.POSITIVE_INFINITY);
  return { bookings, owed };
}

function sumOfParts(parts: readonly EarlierPart[]): number {
  return parts.reduce((sum, { wh }) => sum + wh, 0);
}

/** Energy counted at the reading itself by the steps [first, end), and their earliest start. */
function countedIn(steps: ChannelSteps, first: number, end: number, at: number) {
  let energyWh = 0;
  let from = at;
  for (let i = first; i < end; i += 1) {
    const step = steps[i];
    if (step === undefined || step.countedWh === 0) continue;
    const { earlier } = step;
    const nowWh = earlier === undefined ? step.countedWh : step.countedWh - sumOfParts(earlier);
    if (nowWh === 0) continue;
    energyWh += nowWh;
    from = Math.min(from, earlier?.at(-1)?.at ?? step.from);
  }
  return { energyWh, from };
}
