/** Repeats the fold over a device's stored registers, to explain it or to preview a decision. */
import { type AmendedDay, withAmendments } from '@busbar/domain/energy/earlier-days';
import {
  type ClosedDay,
  createDeviceFold,
  type FoldSettings,
  type FoldState,
} from '@busbar/domain/energy/fold-device';
import type { FoldedDay } from '@busbar/domain/energy/folded-day';
import type { LocalDate } from '@busbar/domain/local-date';
import type { Executor } from '../../../storage/database.ts';
import { type DeviceKey, keyOf } from '../ledger/device-key.ts';
import { readRegisters } from '../ledger/register-queries.ts';
import { checkpointsBefore } from '../ledger/stored-fold-queries.ts';

const REGISTERS_AT_ONCE = 3000;

/** Returns the fold state before the day; null means before the first register. */
export async function stateBefore(
  db: Executor,
  { customerId, deviceId }: DeviceKey,
  day: LocalDate,
): Promise<FoldState | null> {
  const states = await checkpointsBefore(db, [{ customerId, deviceId, day }]);
  return states.get(keyOf({ customerId, deviceId })) ?? null;
}

export interface FoldedAgain {
  /** Days from the start to the day at which the fold ended, or to the newest reading. */
  readonly days: readonly FoldedDay[];
  /** Days outside `days` that a later, confirming reading amended. */
  readonly amended: readonly AmendedDay[];
}

/** Folds from the given state until `isLast` returns true for a day or no registers are left. */
export async function foldAgain(
  db: Executor,
  { customerId, deviceId }: DeviceKey,
  settings: FoldSettings,
  start: FoldState | null,
  isLast: (day: ClosedDay) => boolean | Promise<boolean>,
): Promise<FoldedAgain> {
  const key = { customerId, deviceId };
  const fold = createDeviceFold(settings, start);
  const days: FoldedDay[] = [];
  let after = start?.at ?? Number.NEGATIVE_INFINITY;
  for (let isMore = true; isMore; ) {
    const found = await readRegisters(db, [{ ...key, after }], REGISTERS_AT_ONCE);
    const readings = found.get(keyOf(key)) ?? [];
    for (const day of fold.fold(readings)) {
      days.push(day);
      if (await isLast(day)) return amendedUntil(days, fold.amendedDays(true), day.day);
    }
    after = readings.at(-1)?.at ?? after;
    isMore = readings.length === REGISTERS_AT_ONCE;
  }
  const open = fold.openDay();
  return amendedUntil(open === null ? days : [...days, open], fold.amendedDays(true));
}

function amendedUntil(
  days: readonly FoldedDay[],
  amended: readonly AmendedDay[],
  last?: LocalDate,
): FoldedAgain {
  const known = amended.filter(({ day }) => last === undefined || day <= last);
  const merged = withAmendments(days, known);
  return { days: merged.days, amended: merged.others };
}
