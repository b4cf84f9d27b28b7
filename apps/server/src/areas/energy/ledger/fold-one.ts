/**
 * One device's share of a round: folds its registers from the stored state and returns the changed
 * days and the new state.
 */

import { localDayNamed } from '@busbar/domain/energy/day-slots';
import { stateKey } from '@busbar/domain/energy/device-state';
import { type AmendedDay, withAmendments } from '@busbar/domain/energy/earlier-days';
import {
  type ClosedDay,
  createDeviceFold,
  type DeviceFold,
  type DeviceReading,
  type FoldSettings,
  type FoldState,
} from '@busbar/domain/energy/fold-device';
import type { FoldedDay } from '@busbar/domain/energy/folded-day';
import type { Executor } from '../../../storage/database.ts';
import type { CurrentDays } from './current-days.ts';
import type { DeviceFacts } from './device-facts.ts';
import type { ImpossibleSteps } from './impossible-steps.ts';
import { countRegisters } from './register-queries.ts';
import type { StoredDay } from './stored-day-queries.ts';
import {
  dayKeyOf,
  foldedAfter,
  type NewCheckpoint,
  type StoredHead,
  type StoredState,
} from './stored-fold-queries.ts';

/** Starting point of a device's fold. */
export interface FoldStart {
  readonly facts: DeviceFacts;
  readonly head: StoredHead | undefined;
  /** Null means that the fold starts before the first register. */
  readonly state: StoredState | null;
  /** The open day to continue; present only when folding from the head. */
  readonly open: StoredDay | undefined;
  /** Frozen days, which are not written again. */
  readonly standing: CurrentDays | undefined;
  /** The last registers of the frozen days, as the base for counting if there is no state. */
  readonly base: readonly DeviceReading[];
}

export interface FoldedDevice {
  readonly facts: DeviceFacts;
  /** Days to write, in order. */
  readonly days: readonly FoldedDay[];
  /** Days before or between `days` that a later reading amended, in order. */
  readonly amended: readonly AmendedDay[];
  /** Fees of the first day's quarter hours, if that day was open. */
  readonly storedSlotFee: readonly number[];
  readonly checkpoints: readonly NewCheckpoint[];
  /** Undefined if the head does not change. */
  readonly head: StoredHead | undefined;
  /** Start of the remaining registers, epoch ms; undefined if there are none. */
  readonly next: number | undefined;
  /** True if later days may be stored. */
  readonly isAmongOthers: boolean;
  /** The folded registers that are new, all of them after the head. */
  readonly news?: { readonly last: number; readonly readings: number };
}

/** Folds at most `limit` new registers, all later than the head. */
export async function foldOn(
  start: FoldStart,
  slices: Iterable<readonly DeviceReading[]> | AsyncIterable<readonly DeviceReading[]>,
  limit: number,
  impossible: ImpossibleSteps,
): Promise<FoldedDevice> {
  const { facts, state, open } = start;
  const common = { facts, storedSlotFee: open?.slotFee ?? [], isAmongOthers: false };
  let fold: DeviceFold | undefined;
  const closed: ClosedDay[] = [];
  let readings = 0;
  let last: number | undefined;
  for await (const slice of slices) {
    if (slice.length === 0) continue;
    last = slice.at(-1)!.at;
    // With more than one slice, the time of the last register is not known yet.
    const until = Symbol.iterator in slices ? last : Number.POSITIVE_INFINITY;
    const settings = settingsOf(start, impossible, until);
    fold ??= createDeviceFold(settings, state, open?.folded ?? null);
    if (readings === 0) fold.fold(start.base);
    closed.push(...fold.fold(slice));
    readings += slice.length;
  }
  if (fold === undefined || last === undefined) {
    return { ...common, days: [], amended: [], checkpoints: [], head: undefined, next: undefined };
  }
  const today = fold.openDay();
  const days = afterCurrentDay(start, today === null ? closed : [...closed, today]);
  const amended = withAmendments(days, fold.amendedDays());
  return {
    ...common,
    days: amended.days,
    amended: amended.others,
    checkpoints: closed.map((day) => checkpointOf(facts, day)),
    head: headAt(facts, fold.state()!, today?.readings ?? 0),
    next: readings < limit ? undefined : last + 1,
    news: { last, readings },
  };
}

/**
 * A frozen day may end only now, with the first register after it: its state is needed, but its
 * energy is already known.
 */
function afterCurrentDay(
  { standing }: FoldStart,
  days: readonly FoldedDay[],
): readonly FoldedDay[] {
  return days.filter(({ day }) => standing === undefined || day > standing.day);
}

/** A fold of late or of all registers from a checkpoint, before the fold's end is determined. */
export interface FoldAgain {
  readonly start: FoldStart;
  readonly closed: readonly ClosedDay[];
  readonly open: FoldedDay | null;
  readonly amended: readonly AmendedDay[];
  readonly state: FoldState | null;
  readonly isAll: boolean;
}

/** Without a state, the days before the purge limit are not known well enough to be amended. */
function settingsOf(
  { facts, state, standing }: FoldStart,
  impossible: ImpossibleSteps,
  lastAt: number | undefined,
): FoldSettings {
  const closedUntil = state === null ? standing?.until : undefined;
  return { ...impossible.watching(facts, lastAt), closedUntil };
}

export function beginAgain(
  start: FoldStart,
  readings: readonly DeviceReading[],
  isAll: boolean,
  impossible: ImpossibleSteps,
): FoldAgain {
  const settings = settingsOf(start, impossible, readings.at(-1)?.at);
  const fold = createDeviceFold(settings, start.state);
  fold.fold(start.base);
  const closed = fold.fold(readings);
  const amended = fold.amendedDays(true);
  return { start, closed, open: fold.openDay(), amended, state: fold.state(), isAll };
}

/**
 * Ends the fold where its state equals the stored one and no other register is late, or at the
 * newest register. Returns undefined if the readings cover less than a day and more are needed.
 */
export async function endAgain(
  db: Executor,
  again: FoldAgain,
  stored: ReadonlyMap<string, StoredState>,
): Promise<FoldedDevice | undefined> {
  const { start, closed, open, state, isAll } = again;
  const { facts, head } = start;
  const common = { facts, storedSlotFee: [], isAmongOthers: true };
  const stop = await firstUnchanged(db, again, stored);
  if (stop !== undefined) {
    const settled = closed.slice(0, stop + 1);
    // Days after `until` were amended by readings that are not folded again.
    const until = settled.at(-1)!.day;
    const amended = withAmendments(
      afterCurrentDay(start, settled),
      again.amended.filter(({ day }) => day <= until),
    );
    const checkpoints = settled.map((day) => checkpointOf(facts, day));
    // The head does not change; registers newer than the head may have arrived in the meantime.
    const next = head!.lastAt + 1;
    return { ...common, ...daysOf(amended), checkpoints, head: undefined, next };
  }
  const checkpoints = closed.map((day) => checkpointOf(facts, day));
  if (isAll) {
    const days = afterCurrentDay(start, open === null ? closed : [...closed, open]);
    const amended = withAmendments(days, again.amended);
    const newest = state === null ? undefined : headAt(facts, state, open?.readings ?? 0);
    return { ...common, ...daysOf(amended), checkpoints, head: newest, next: undefined };
  }
  const ended = closed.at(-1);
  if (ended === undefined) return undefined;
  const { end } = localDayNamed(ended.day, facts.settings.zone);
  const passesHead = head === undefined || head.lastAt <= end;
  const moved = passesHead ? headAt(facts, ended.state, 0) : undefined;
  const amended = withAmendments(afterCurrentDay(start, closed), again.amended);
  return { ...common, ...daysOf(amended), checkpoints, head: moved, next: end + 1 };
}

function daysOf({ days, others }: ReturnType<typeof withAmendments<FoldedDay>>) {
  return { days, amended: others };
}

function headAt({ customerId, deviceId }: DeviceFacts, state: FoldState, n: number): StoredHead {
  return { customerId, deviceId, lastAt: state.at, state: { ...state, n } };
}

function checkpointOf(
  { customerId, deviceId }: DeviceFacts,
  { day, readings, state }: ClosedDay,
): NewCheckpoint {
  return { customerId, deviceId, day, state: { ...state, n: readings } };
}

/**
 * Returns the index of the first day after which no result can differ. A day that still awaits a
 * later reading does not qualify, because that reading's part of the day must be booked again.
 */
async function firstUnchanged(
  db: Executor,
  { start: { facts, head }, closed }: FoldAgain,
  stored: ReadonlyMap<string, StoredState>,
): Promise<number | undefined> {
  if (head === undefined) return undefined;
  /** Registers after the day that no fold has seen; counted once, then reduced for each day. */
  let unseen: number | undefined;
  for (const [i, { day, state, readings }] of closed.entries()) {
    const before = stored.get(dayKeyOf({ ...facts, day }));
    if (unseen !== undefined) unseen -= readings - (before?.n ?? 0);
    if (before === undefined || state.e !== undefined) continue;
    if (stateKey(before) !== stateKey(state)) continue;
    unseen ??= await countUnseen(db, head, day, facts.settings.zone);
    if (unseen === 0) return i;
  }
  return undefined;
}

async function countUnseen(
  db: Executor,
  head: StoredHead,
  day: string,
  zone: string,
): Promise<number> {
  const registers = await countRegisters(db, head, localDayNamed(day, zone).end, head.lastAt);
  return registers - (await foldedAfter(db, head, day)) - head.state.n;
}
