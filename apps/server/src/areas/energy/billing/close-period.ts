/**
 * Closes settlement periods. Closing freezes the lines of a period permanently; later changes
 * become adjustments (`adjust-closed.ts`).
 */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { startOfLocalDate } from '@busbar/domain/local-date';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Actor, Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { hasUnfolded } from '../ledger/energy-work-queries.ts';
import { hasOpenDays } from '../ledger/stored-day-queries.ts';
import { hasUnpricedDays } from '../ledger/unpriced-day-queries.ts';
import { lockSettlement, markClosed } from '../settlement/settlement-queries.ts';
import { freezeLines } from './bill-queries.ts';
import {
  closesItself,
  findSettlement,
  type KnownPeriod,
  lastDayOf,
  readKnownPeriods,
  type SettlementOverview,
  wholeCustomer,
} from './settlement-service.ts';

const DAY_MS = 86_400_000;
/** A period closes automatically once its days are final, between these delays after its end. */
const EARLIEST_CLOSE_MS = 3 * DAY_MS;
const LATEST_CLOSE_MS = 10 * DAY_MS;

/** Closes a period for an administrator, if it has ended and all its energy has a price. */
export async function closePeriod(
  ctx: Context,
  caller: Caller,
  start: string,
): Promise<Outcome<SettlementOverview>> {
  const closed = await closeEndedPeriod(ctx, caller, start);
  return closed.ok ? done(await findSettlement(ctx, caller)) : closed;
}

export function closeEndedPeriod(
  ctx: Context,
  caller: Caller,
  start: string,
): Promise<Outcome<undefined>> {
  return ctx.database.transaction(async (trx): Promise<Outcome<undefined>> => {
    const whole = await wholeCustomer(trx, caller.customerId);
    await lockSettlement(trx, caller.customerId);
    const { periods } = await readKnownPeriods(trx, whole, ctx.clock.now());
    const period = periods.find((known) => known.start === start);
    if (period === undefined) return refused('period-unknown', 'start');
    if (period.state === 'closed') return refused('period-closed', 'start');
    if (period.state === 'open') return refused('period-not-ended', 'start');
    if (await hasUnpricedDays(trx, caller.customerId, period)) {
      return refused('period-unpriced', 'start');
    }
    await freeze(ctx, trx, caller, period);
    return done(undefined);
  });
}

/**
 * Closes due periods automatically, oldest first, and returns the number of closed periods. Periods
 * that ended before the customer was created are closed only by an administrator, because their
 * history may still be arriving. A period that contains energy without a price is skipped until
 * prices are entered and does not block later periods.
 */
export async function closeDuePeriods(ctx: Context, customerId: number): Promise<number> {
  const { db } = ctx.database;
  const now = ctx.clock.now();
  const whole = await wholeCustomer(db, customerId);
  const { settlement, periods } = await readKnownPeriods(db, whole, now);
  const { zone } = settlement;
  const waiting = periods.filter(
    (period) => period.state === 'ended' && closesItself(period, settlement),
  );
  let count = 0;
  for (const period of waiting) {
    const endedAt = startOfLocalDate(period.end, zone);
    if (now < endedAt + EARLIEST_CLOSE_MS) break;
    if (await hasUnpricedDays(db, customerId, period)) continue;
    const isClosed = await ctx.database.transaction(async (trx) => {
      await lockSettlement(trx, customerId);
      const again = await readKnownPeriods(trx, whole, now);
      const state = again.periods.find(({ start }) => start === period.start)?.state;
      if (state !== 'ended') return false;
      if (await hasUnfolded(trx, { customerId }, endedAt)) return false;
      if (await hasUnpricedDays(trx, customerId, period)) return false;
      const isLate = now >= endedAt + LATEST_CLOSE_MS;
      if (!isLate && (await hasOpenDays(trx, customerId, period))) return false;
      await freeze(ctx, trx, platformActor(whole), period);
      return true;
    });
    if (!isClosed) break;
    count += 1;
  }
  return count;
}

function platformActor(scope: { customerId: number; groupId: number }): Actor {
  return { ...scope, userId: null, userName: '', tokenHash: null, address: '' };
}

async function freeze(
  ctx: Context,
  trx: Executor,
  actor: Actor,
  period: KnownPeriod,
): Promise<void> {
  const { customerId, userId } = actor;
  const now = ctx.clock.now();
  await markClosed(trx, customerId, period, now, userId);
  const frozen = await freezeLines(trx, customerId, period);
  await writeLog(trx, actor, {
    at: now,
    module: LOG_MODULES.settlement,
    command: 'close settlement period',
    detail: { start: period.start, end: lastDayOf(period), ...frozen },
  });
}
