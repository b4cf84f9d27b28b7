/** The customer's settlement periods with amounts, and settlement day (docs/decisions.md 14). */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import {
  isSettlementDay,
  periodOf,
  periodsBetween,
  type SettlementPeriod,
} from '@busbar/domain/billing/settlement-period';
import { addDays, type LocalDate, localDateOf, startOfLocalDate } from '@busbar/domain/local-date';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Amount } from '@busbar/domain/tariff/amount';
import type { Caller, Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { readEmptyTotal } from '../../fleet/rates/rate-version-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { type DayEnergy, readFirstDay, sumOfBands } from '../queries/day-queries.ts';
import {
  lockSettlement,
  readSettlement,
  rootGroupOf,
  type Settlement,
  storeBounds,
  writeSettlementDay,
} from '../settlement/settlement-queries.ts';
import { readPeriodSums } from './period-sum-queries.ts';

/** open: the current period; ended: over, but may still change; closed: its lines are final. */
export type PeriodState = 'open' | 'ended' | 'closed';

export interface KnownPeriod extends SettlementPeriod {
  readonly state: PeriodState;
  readonly closedAt: number | null;
  readonly closedBy: string | null;
}

export interface PeriodAmounts extends KnownPeriod {
  readonly energyWh: number;
  /** Sum of the lines in minor units; null if it includes energy without a price. */
  readonly amount: Amount;
  /** Adjustments in this period for closed periods that changed later. */
  readonly adjustmentWh: number;
  readonly adjustment: number;
  /** True if late readings may still change the amounts. */
  readonly provisional: boolean;
  /** False for a period that only an administrator closes. */
  readonly closesItself: boolean;
}

export interface SettlementOverview {
  readonly settlementDay: number;
  /** Newest first. */
  readonly periods: readonly PeriodAmounts[];
}

/** Returns all periods from the first day with energy to the current period, oldest first. */
export function knownPeriods(
  settlement: Settlement,
  firstDay: LocalDate | undefined,
  today: LocalDate,
): KnownPeriod[] {
  const starts = [firstDay ?? today, today, ...settlement.standing.map(({ start }) => start)];
  const closed = new Map(settlement.standing.map((period) => [period.start, period]));
  return periodsBetween(starts.sort()[0]!, today, settlement).map((period) => {
    const standing = closed.get(period.start);
    const closedAt = standing?.closedAt ?? null;
    const isOver = period.end <= today;
    return {
      ...period,
      state: closedAt !== null ? 'closed' : isOver ? 'ended' : 'open',
      closedAt,
      closedBy: standing?.closedBy ?? null,
    };
  });
}

/** The history of a period that ended before the customer was created may still be arriving. */
export function closesItself(
  { end }: SettlementPeriod,
  { zone, createdAt }: Pick<Settlement, 'zone' | 'createdAt'>,
): boolean {
  return startOfLocalDate(end, zone) > createdAt;
}

/** Reads the current periods from the database. `scope` must be the whole customer. */
export async function readKnownPeriods(
  db: Executor,
  scope: Scope,
  now: number,
): Promise<{ readonly settlement: Settlement; readonly periods: KnownPeriod[] }> {
  const settlement = await readSettlement(db, scope.customerId);
  const firstDay = await readFirstDay(db, scope);
  const today = localDateOf(now, settlement.zone);
  return { settlement, periods: knownPeriods(settlement, firstDay, today) };
}

/**
 * Returns the scope of the whole customer for any caller: periods belong to the customer, amounts
 * depend on the caller.
 */
export async function wholeCustomer(db: Executor, customerId: number): Promise<Scope> {
  return { customerId, groupId: await rootGroupOf(db, customerId) };
}

export async function findSettlement(ctx: Context, caller: Caller): Promise<SettlementOverview> {
  const { db } = ctx.database;
  const whole = await wholeCustomer(db, caller.customerId);
  const { settlement, periods } = await readKnownPeriods(db, whole, ctx.clock.now());
  const running = periods.filter(({ state }) => state !== 'closed');
  const span = { from: running[0]!.start, to: running.at(-1)!.end };
  const { days, billed, adjustments } = await readPeriodSums(db, caller, span);
  const emptyTotal = await readEmptyTotal(db, caller.customerId);
  const amounts = periods.map((period): PeriodAmounts => {
    const carried = adjustments.find(({ start }) => start === period.start);
    const lines =
      period.state === 'closed'
        ? billed.find(({ start }) => start === period.start)
        : sumOfDays(days, period, emptyTotal);
    return {
      ...period,
      energyWh: lines?.energyWh ?? 0,
      amount: lines === undefined ? emptyTotal : lines.amount,
      adjustmentWh: carried?.energyWh ?? 0,
      adjustment: carried?.amount ?? 0,
      provisional: period.state !== 'closed' && isProvisional(days, period),
      closesItself: closesItself(period, settlement),
    };
  });
  return { settlementDay: settlement.settlementDay, periods: amounts.reverse() };
}

function inPeriod(days: readonly DayEnergy[], { start, end }: SettlementPeriod): DayEnergy[] {
  return days.filter(({ day }) => start <= day && day < end);
}

function sumOfDays(days: readonly DayEnergy[], period: SettlementPeriod, emptyTotal: Amount) {
  const { energyWh, fee } = sumOfBands(inPeriod(days, period), emptyTotal);
  return { energyWh, amount: fee };
}

function isProvisional(days: readonly DayEnergy[], period: KnownPeriod): boolean {
  return period.state === 'open' || inPeriod(days, period).some(({ final }) => !final);
}

/** Takes effect from the next period: the bounds of current and ended periods do not change. */
export async function changeSettlementDay(
  ctx: Context,
  caller: Caller,
  day: number,
): Promise<Outcome<SettlementOverview>> {
  if (!isSettlementDay(day)) return refused('settlement-day-invalid', 'settlement_day');
  const changed = await ctx.database.transaction(async (trx): Promise<Outcome<undefined>> => {
    const { customerId } = caller;
    const whole = await wholeCustomer(trx, customerId);
    await lockSettlement(trx, customerId);
    const { settlement, periods } = await readKnownPeriods(trx, whole, ctx.clock.now());
    if (settlement.settlementDay === day) return done(undefined);
    for (const period of periods) await storeBounds(trx, customerId, period);
    await writeSettlementDay(trx, customerId, day);
    const after = { settlementDay: day, standing: [...settlement.standing, ...periods] };
    await writeLog(trx, caller, {
      at: ctx.clock.now(),
      module: LOG_MODULES.settlement,
      command: 'change settlement day',
      detail: {
        before: settlement.settlementDay,
        after: day,
        from: periodOf(periods.at(-1)!.end, after).start,
      },
    });
    return done(undefined);
  });
  return changed.ok ? done(await findSettlement(ctx, caller)) : changed;
}

/** The last day of a period, inclusive, for display. */
export function lastDayOf({ end }: SettlementPeriod): LocalDate {
  return addDays(end, -1);
}
