/**
 * Energy and fee of each tower user in a settlement period, by time period, computed from the
 * ledger days and quarter hours of the user's breaker. All sums match exactly: periods add up to
 * the user, the user to the days of the breaker, users to the tower.
 */
import type { LocalDate } from '@busbar/domain/local-date';
import { startOfLocalDate } from '@busbar/domain/local-date';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { type Amount, addAmounts, sumAmounts } from '@busbar/domain/tariff/amount';
import {
  addShares,
  NO_SHARES,
  type PeriodShares,
  shareDay,
} from '@busbar/domain/tower/period-bill';
import type { TimePeriod } from '@busbar/domain/tower/time-period';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import {
  type KnownPeriod,
  readKnownPeriods,
  wholeCustomer,
} from '../../energy/billing/settlement-service.ts';
import { readEmptyTotal } from '../../fleet/rates/rate-version-queries.ts';
import { codesOf, readLedgerDays } from './tower-bill-queries.ts';
import { plansWithin, readPlans, type TowerPlan } from './tower-plan-queries.ts';
import { readTower } from './tower-settings-service.ts';

export interface UserBill {
  readonly slot: number;
  readonly name: string;
  /** Codes of all breakers that fed the user in the settlement period. */
  readonly deviceCodes: readonly string[];
  /** Time periods in force at the end of the settlement period. */
  readonly periods: readonly TimePeriod[];
  /** True if the time periods changed during the settlement period. */
  readonly hasChanged: boolean;
  readonly shares: PeriodShares;
  readonly energyWh: number;
  readonly fee: Amount;
  /** True if late readings may still change the bill. */
  readonly isProvisional: boolean;
}

export interface TowerBill {
  readonly period: KnownPeriod;
  /** Start days of the available settlement periods, oldest first. */
  readonly starts: readonly LocalDate[];
  readonly users: readonly UserBill[];
  readonly energyWh: number;
  readonly fee: Amount;
  /** Rectifier input measured by the tower's device; null if that device does not count energy. */
  readonly inputWh: number | null;
}

export async function findTowerBill(
  ctx: Context,
  caller: Caller,
  idText: string,
  start: string | undefined,
): Promise<Outcome<TowerBill>> {
  const { db } = ctx.database;
  const found = await readTower(ctx, caller, idText);
  if (!found.ok) return found;
  const { tower } = found.value;
  const whole = await wholeCustomer(db, caller.customerId);
  const { periods } = await readKnownPeriods(db, whole, ctx.clock.now());
  const period =
    start === undefined ? periods.at(-1) : periods.find((known) => known.start === start);
  if (period === undefined) return refused('period-unknown', 'start');
  const plans = await readPlans(db, tower);
  const emptyTotal = await readEmptyTotal(db, caller.customerId);
  const users: UserBill[] = [];
  for (const slot of [...new Set(plans.map((plan) => plan.slot))]) {
    const own = plans.filter((plan) => plan.slot === slot);
    const bill = await billOf(db, caller, own, period, emptyTotal);
    if (bill !== undefined) users.push(bill);
  }
  const input = await readLedgerDays(db, caller, tower.deviceId, period.start, period.end);
  return done({
    period,
    starts: periods.map((known) => known.start),
    users,
    energyWh: users.reduce((all, user) => all + user.energyWh, 0),
    fee: sumAmounts(
      users.map(({ fee }) => fee),
      emptyTotal,
    ),
    inputWh: input.length === 0 ? null : input.reduce((all, { energyWh }) => all + energyWh, 0),
  });
}

/** Returns the bill of a slot; undefined if it was empty or hidden for the whole period. */
async function billOf(
  db: Executor,
  caller: Caller,
  plans: readonly TowerPlan[],
  period: KnownPeriod,
  emptyTotal: Amount,
): Promise<UserBill | undefined> {
  const spans = plansWithin(plans, period.start, period.end).filter(
    ({ plan }) => plan.deviceId !== null,
  );
  const last = spans.at(-1)?.plan;
  if (last === undefined) return undefined;
  let shares = NO_SHARES;
  let energyWh = 0;
  let fee = emptyTotal;
  let isProvisional = period.state === 'open';
  const usedIds = new Set<number>();
  for (const { plan, from, to } of spans) {
    for (const day of await readLedgerDays(db, caller, plan.deviceId!, from, to)) {
      const start = startOfLocalDate(day.day, caller.zone);
      shares = addShares(shares, shareDay({ ...day, start }, plan.periods, caller.zone));
      usedIds.add(plan.deviceId!);
      energyWh += day.energyWh;
      fee = addAmounts(fee, day.fee);
      isProvisional ||= !day.final;
    }
  }
  const deviceIds = spans.map(({ plan }) => plan.deviceId!);
  const deviceCodes = await codesOf(db, caller, deviceIds, usedIds);
  if (deviceCodes.length === 0) return undefined;
  return {
    slot: last.slot,
    name: last.name,
    deviceCodes,
    periods: last.periods,
    hasChanged: spans.length > 1,
    shares,
    energyWh,
    fee,
    isProvisional,
  };
}
