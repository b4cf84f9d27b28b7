/**
 * Adjustments of closed periods: one per device and group, billed in the current period, so that no issued
 * bill ever changes (docs/decisions.md 14). An adjustment is the current sum of the period minus
 * the billed amount minus earlier adjustments, so repeating it writes nothing. The ledger writes
 * adjustments in the transaction that changes the days, so bills add up at all times; in addition,
 * a job compares the sums of closed periods. A day whose energy has no price is skipped until it
 * has one and does not block the adjustment of other days.
 */
import { periodOf } from '@busbar/domain/billing/settlement-period';
import { type LocalDate, localDateOf } from '@busbar/domain/local-date';
import { adjustmentOf } from '@busbar/domain/tariff/adjustment';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import {
  findChangedDevices,
  findChangedPeriods,
  findCorrectedDevices,
  insertAdjustments,
} from './adjustment-queries.ts';
import {
  lockSettlement,
  type OpenPeriod,
  readSettlement,
  type Settlement,
} from './settlement-queries.ts';

/** Reasons why a closed period changed: a user corrected it, or readings were late. */
export const ADJUSTMENT_REASONS = ['correction', 'late-readings'] as const;

/** Adjusts the periods of all customers; returns the number of adjustments written. */
export async function adjustChangedPeriods(ctx: Context): Promise<number> {
  let count = 0;
  for (const { customerId, start } of await findChangedPeriods(ctx.database.db)) {
    count += await adjustPeriod(ctx, customerId, start);
  }
  return count;
}

/** Adjusts one closed period, device by device; does nothing if the period is not closed. */
export async function adjustPeriod(
  ctx: Context,
  customerId: number,
  start: LocalDate,
): Promise<number> {
  return ctx.database.transaction(async (trx) => {
    await lockSettlement(trx, customerId);
    const settlement = await readSettlement(trx, customerId);
    const period = settlement.standing.find((standing) => standing.start === start);
    return period === undefined
      ? 0
      : writeAdjustments(trx, { customerId, settlement, period, now: ctx.clock.now() });
  });
}

interface ChangedDay {
  readonly customerId: number;
  readonly deviceId: number;
  readonly day: LocalDate;
}

/**
 * Adjusts closed periods for days that were just written, in the same transaction. While the
 * transaction holds the settlement lock of a customer, none of the customer's periods closes.
 */
export async function adjustChangedDays(
  trx: Executor,
  days: readonly ChangedDay[],
  now: number,
): Promise<void> {
  const byCustomer = new Map<number, ChangedDay[]>();
  for (const day of days) {
    const known = byCustomer.get(day.customerId);
    if (known === undefined) byCustomer.set(day.customerId, [day]);
    else known.push(day);
  }
  for (const [customerId, changed] of [...byCustomer].sort(([one], [other]) => one - other)) {
    const { zone, ...plan } = await readSettlement(trx, customerId);
    const running = periodOf(localDateOf(now, zone), plan);
    const past = changed.filter(({ day }) => day < running.start);
    if (past.length === 0) continue;
    await lockSettlement(trx, customerId);
    const settlement = await readSettlement(trx, customerId);
    for (const period of settlement.standing) {
      const devices = past.filter(({ day }) => period.start <= day && day < period.end);
      if (devices.length === 0) continue;
      const deviceIds = [...new Set(devices.map(({ deviceId }) => deviceId))];
      await writeAdjustments(trx, { customerId, settlement, period, now }, deviceIds);
    }
  }
}

interface SettledPeriod {
  readonly customerId: number;
  readonly settlement: Settlement;
  readonly period: OpenPeriod;
  readonly now: number;
}

/**
 * Adjusts all devices or only the given ones. Returns the number of adjustments written; 0 if the
 * period is not closed.
 */
async function writeAdjustments(
  trx: Executor,
  { customerId, settlement, period, now }: SettledPeriod,
  deviceIds?: readonly number[],
): Promise<number> {
  if (period.closedAt === null) return 0;
  const changed = await findChangedDevices(trx, customerId, period, deviceIds);
  if (changed.length === 0) return 0;
  const corrected = await findCorrectedDevices(trx, customerId, period, settlement.zone);
  const rows = changed.flatMap(({ deviceId, groupPath, recomputed, billed, earlier }) => {
    const adjustment = adjustmentOf([recomputed], [billed], [earlier]);
    if (adjustment === undefined) return [];
    const reason = ADJUSTMENT_REASONS[corrected.has(deviceId) ? 0 : 1];
    return { deviceId, groupPath, ...adjustment, reason };
  });
  if (rows.length > 0) {
    const starts = { of: period.start, in: billedIn(settlement, now) };
    await insertAdjustments(trx, customerId, starts, rows, now);
  }
  return rows.length;
}

/**
 * First day of the current period, or of the next one that is not closed: the current period may
 * have ended and been closed after `now`, while the settlement lock was awaited.
 */
function billedIn(settlement: Settlement, now: number): LocalDate {
  const closed = new Set(
    settlement.standing.filter(({ closedAt }) => closedAt !== null).map(({ start }) => start),
  );
  let period = periodOf(localDateOf(now, settlement.zone), settlement);
  while (closed.has(period.start)) period = periodOf(period.end, settlement);
  return period.start;
}
