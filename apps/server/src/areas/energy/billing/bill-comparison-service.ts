/** Why a bill differs from that of the period before. Closed bills count as they were closed. */
import {
  type BillComparison,
  type ComparedBill,
  compareBills,
} from '@busbar/domain/billing/bill-comparison';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { type Amount, addAmounts, sumAmounts } from '@busbar/domain/tariff/amount';
import { currencyDecimals } from '@busbar/domain/tariff/currency';
import { priceOf } from '@busbar/domain/tariff/price';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { findGroupInfo } from '../../fleet/groups/group-queries.ts';
import { readEmptyTotal } from '../../fleet/rates/rate-version-queries.ts';
import { type EnergyOf, energyScope } from '../queries/energy-scope.ts';
import { type BilledUse, readBilledUse } from './bill-comparison-queries.ts';
import { type KnownPeriod, readKnownPeriods, wholeCustomer } from './settlement-service.ts';

export interface PeriodTotal {
  readonly period: KnownPeriod;
  readonly energyWh: number;
  /** Amount due: lines and adjustments. */
  readonly total: Amount;
}

export interface ComparedPeriods {
  readonly current: PeriodTotal;
  readonly before: PeriodTotal;
  readonly comparison: BillComparison;
  /** Name and code of each device of the comparison, by id. */
  readonly devices: ReadonlyMap<number, { readonly name: string; readonly code: string }>;
}

/** `start` is the first day of the period; defaults to the current one. Null for the first period. */
export async function findBillComparison(
  ctx: Context,
  caller: Caller,
  query: EnergyOf & { readonly start?: string | undefined },
): Promise<Outcome<ComparedPeriods | null>> {
  const { db } = ctx.database;
  const scope = await energyScope(ctx, caller, query);
  if (!scope.ok) return scope;
  const whole = await wholeCustomer(db, caller.customerId);
  const { periods } = await readKnownPeriods(db, whole, ctx.clock.now());
  const at =
    query.start === undefined
      ? periods.length - 1
      : periods.findIndex(({ start }) => start === query.start);
  const [before, current] = [periods[at - 1], periods[at]];
  if (current === undefined) return refused('period-unknown', 'start');
  if (before === undefined) return done(null);
  const uses = await readBilledUse(
    db,
    scope.value,
    [before, current].map((one) => ({ ...one, isClosed: one.state === 'closed' })),
  );
  const emptyTotal = await readEmptyTotal(db, caller.customerId);
  const { currencyCode } = await findGroupInfo(db, caller);
  const billOf = ({ start }: KnownPeriod) => comparedBill(uses, start, emptyTotal);
  const [billBefore, bill] = [billOf(before), billOf(current)];
  return done({
    current: totalOf(current, bill),
    before: totalOf(before, billBefore),
    comparison: compareBills(billBefore, bill, currencyDecimals(currencyCode)),
    devices: new Map(
      uses.map((use) => [use.deviceId, { name: use.deviceName, code: use.deviceCode }]),
    ),
  });
}

function comparedBill(uses: readonly BilledUse[], start: string, emptyTotal: Amount): ComparedBill {
  const own = uses.filter((use) => use.start === start);
  return {
    lines: own.flatMap(({ deviceId, band, price, wh, amount }) =>
      band === null
        ? []
        : [{ deviceId, band, price: price === null ? null : priceOf(price), wh, amount }],
    ),
    adjustment: own.reduce(
      (sum, { band, amount }) => (band === null ? sum + (amount ?? 0) : sum),
      0,
    ),
    emptyTotal,
  };
}

function totalOf(period: KnownPeriod, bill: ComparedBill): PeriodTotal {
  const fee = sumAmounts(
    bill.lines.map(({ amount }) => amount),
    bill.emptyTotal,
  );
  return {
    period,
    energyWh: bill.lines.reduce((sum, { wh }) => sum + wh, 0),
    total: addAmounts(fee, bill.adjustment),
  };
}
