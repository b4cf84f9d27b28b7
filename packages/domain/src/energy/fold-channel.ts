/**
 * One channel of a device, reading by reading: its total register and its four band registers. The
 * total determines the amount, the bands determine its distribution; a channel without a total is
 * the sum of its bands, and one without bands follows the hours of the tariff.
 */
import { type EnergyLimits, limitBetween } from './energy-limit.ts';
import { foldRegister } from './fold-register.ts';
import type {
  EarlierPart,
  RegisterReading,
  RegisterState,
  RegisterStep,
  StepDecision,
} from './register-state.ts';
import {
  addBands,
  type BandsWh,
  inBand,
  NO_BANDS,
  splitByOwed,
  withinDigit,
} from './split-bands.ts';
import {
  hasWaitedTooLong,
  isAheadOfBands,
  isContinued,
  lacksBands,
  NO_WAITING,
  waitedParts,
  waitWith,
  withoutMissingBands,
} from './waiting/waiting-readings.ts';

export interface ChannelState {
  readonly total: RegisterState | null;
  readonly bands: readonly (RegisterState | null)[];
  readonly owed: BandsWh;
  /** Totals that wait for a reading with all band registers, oldest first. */
  readonly waiting: readonly RegisterReading[];
}

export const NEW_CHANNEL: ChannelState = {
  total: null,
  bands: [null, null, null, null],
  owed: NO_BANDS,
  waiting: NO_WAITING,
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
  const folded = foldRegisters(state, reading, settings);
  const { at, total } = reading;
  if (total === null || state.total === null) return folded;
  if (state.waiting.length > 0 && !isContinued(folded.steps[0])) {
    return foldAfterWaiting(state, reading, settings);
  }
  if (settings.decision !== undefined) return folded;
  if (!isAheadOfBands(state, folded.owed) || !lacksBands(state, reading)) return folded;
  if (hasWaitedTooLong(state, at)) {
    return foldRegisters(withoutMissingBands(state, reading), reading, settings);
  }
  const { state: waiting, step } = waitWith(state, at, total);
  const booking = bookingAt(at, 0, NO_BANDS, at);
  return { state: waiting, booking, earlier: undefined, steps: [step] };
}

/** Counts the readings that wait, before a reading that does not continue from them. */
function foldAfterWaiting(
  state: ChannelState,
  reading: ChannelReading,
  settings: ChannelSettings,
): FoldedChannel {
  const { at, wh } = state.waiting.at(-1)!;
  const last = { at, total: wh, bands: null };
  const waited = foldRegisters(state, last, { ...settings, decision: undefined });
  const folded = foldChannel(waited.state, reading, settings);
  const bookings = [...(waited.earlier ?? []), waited.booking];
  const parts = bookings.map(({ from, at, energyWh, isLowerBound }) => ({
    from,
    at,
    wh: energyWh,
    isLowerBound,
  }));
  const [step, ...ofBands] = folded.steps;
  return {
    ...folded,
    earlier: [...bookings, ...(folded.earlier ?? [])],
    steps: [step && withEarlier(step, parts), ...ofBands],
  };
}

function withEarlier(step: RegisterStep, parts: readonly EarlierPart[]): RegisterStep {
  const countedWh = step.countedWh + sumOfParts(parts);
  return { ...step, countedWh, earlier: [...parts, ...(step.earlier ?? [])] };
}

interface FoldedRegisters extends FoldedChannel {
  /** Energy owed to the bands before rounding differences are limited. */
  readonly owed: BandsWh;
}

function foldRegisters(
  state: ChannelState,
  reading: ChannelReading,
  settings: ChannelSettings,
): FoldedRegisters {
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
  const waited = waitedParts(state, step);
  if (step !== undefined && waited !== undefined) step = { ...step, earlier: waited };
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
  const now = { total, bands, steps, moved, movedEarlier, hasWaited: waited !== undefined, at };
  const { booking, earlier, owed } = book(state, now, settings);
  // The total has not counted the energy of its suspect yet, so the owed energy is retained.
  const hasSuspect = total?.suspect != null;
  const isSettled = step !== undefined && !hasSuspect && steps.length > 1;
  const waiting = step === undefined ? state.waiting : NO_WAITING;
  const after = { total, bands, owed: isSettled ? withinDigit(owed) : owed, waiting };
  return { state: after, booking, earlier, steps, owed };
}

/** Energy given by an administrator is the total; the bands only determine its distribution. */
function bandDecision(decision: StepDecision): StepDecision {
  return decision.decision === 'set' ? { decision: 'count', energyWh: 0 } : decision;
}

interface BandPart extends EarlierPart {
  readonly band: number;
}

interface Moved {
  readonly bands: readonly (RegisterState | null)[];
  readonly steps: ChannelSteps;
  /** Energy counted by band registers in this interval; earlier intervals are in `movedEarlier`. */
  readonly moved: BandsWh;
  readonly movedEarlier: readonly BandPart[] | undefined;
  /** True if `moved` includes the bands of readings that have waited for it. */
  readonly hasWaited: boolean;
  readonly at: number;
}

interface Booked {
  readonly booking: Booking;
  readonly earlier: readonly Booking[] | undefined;
  readonly owed: BandsWh;
}

function book(
  before: ChannelState,
  { bands, steps, moved, movedEarlier, hasWaited, at }: Moved,
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
    const start = hasWaited ? owed : before.owed;
    const split = splitEarlier(start, ofTotal ?? [], movedEarlier ?? [], settings);
    owed = hasWaited ? split.owed : addBands(split.owed, moved);
    earlier = split.bookings;
  }
  const split =
    energyWh === 0 ? { parts: NO_BANDS, owed } : splitByOwed(energyWh, owed, settings.hourBand(at));
  return { booking: bookingAt(at, energyWh, split.parts, from), earlier, owed: split.owed };
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
