/** The bill of a settlement period, for one device or for all devices in the caller's scope. */
import type { LocalDate } from '@busbar/domain/local-date';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { type Amount, sumAmounts } from '@busbar/domain/tariff/amount';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { readEmptyTotal } from '../../fleet/rates/rate-version-queries.ts';
import { type EnergyOf, energyScope } from '../queries/energy-scope.ts';
import {
  type AdjustmentLine,
  type DeviceLine,
  readAdjustments,
  readLines,
  sumLines,
  type TariffSum,
} from './bill-queries.ts';
import { type KnownPeriod, readKnownPeriods, wholeCustomer } from './settlement-service.ts';

const MAX_LINES = 10_000;

export interface BillQuery extends EnergyOf {
  /** First day of the period; defaults to the current period. */
  readonly start?: string | undefined;
  readonly page: number;
  readonly pageSize?: number | undefined;
}

export interface WholeBill {
  readonly period: KnownPeriod;
  /** The requested page of lines. */
  readonly lines: readonly DeviceLine[];
  readonly lineCount: number;
  /** All lines, summed by tariff version and band. */
  readonly sums: readonly TariffSum[];
  readonly adjustments: readonly (AdjustmentLine & { readonly of: KnownPeriod })[];
  /** Total of all lines. */
  readonly energyWh: number;
  readonly amount: Amount;
  readonly adjustment: number;
}

export async function findBill(
  ctx: Context,
  caller: Caller,
  query: BillQuery,
): Promise<Outcome<WholeBill>> {
  const { db } = ctx.database;
  const scope = await energyScope(ctx, caller, query);
  if (!scope.ok) return scope;
  const whole = await wholeCustomer(db, caller.customerId);
  const { periods } = await readKnownPeriods(db, whole, ctx.clock.now());
  const byStart = (start: LocalDate) => periods.find((known) => known.start === start);
  const period = query.start === undefined ? periods.at(-1) : byStart(query.start);
  if (period === undefined) return refused('period-unknown', 'start');
  const billed = { ...period, isClosed: period.state === 'closed' };
  const limit = Math.min(query.pageSize ?? MAX_LINES, MAX_LINES);
  const [lines, sums, adjustments, emptyTotal] = await Promise.all([
    readLines(db, scope.value, billed, { offset: (query.page - 1) * limit, limit }),
    sumLines(db, scope.value, billed),
    readAdjustments(db, scope.value, period.start),
    readEmptyTotal(db, caller.customerId),
  ]);
  const total = (of: (line: TariffSum) => number) => sums.reduce((sum, line) => sum + of(line), 0);
  return done({
    period,
    lines,
    lineCount: total((line) => line.lines),
    sums,
    adjustments: adjustments.map((line) => ({ ...line, of: byStart(line.ofStart)! })),
    energyWh: total((line) => line.energyWh),
    amount: sumAmounts(
      sums.map(({ amount }) => amount),
      emptyTotal,
    ),
    adjustment: adjustments.reduce((sum, { amount }) => sum + amount, 0),
  });
}
