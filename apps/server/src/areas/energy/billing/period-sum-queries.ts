/** Sums of the settlement periods of a scope. */
import type { DaySpan } from '@busbar/domain/consumption/elapsed-part';
import type { LocalDate } from '@busbar/domain/local-date';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { type DayEnergy, type DayRow, dayEnergyOf, newestDays } from '../queries/day-queries.ts';
import type { EnergyScope } from '../queries/energy-scope-queries.ts';

export interface PeriodSum {
  readonly start: LocalDate;
  readonly energyWh: number;
  readonly amount: number;
}

export interface PeriodSums {
  /** Days of the periods that are not closed. */
  readonly days: readonly DayEnergy[];
  /** Billed sums of the closed periods. */
  readonly billed: readonly PeriodSum[];
  /** Adjustments billed in each period on behalf of earlier periods. */
  readonly adjustments: readonly PeriodSum[];
}

/**
 * Reads everything in one statement and therefore one snapshot: even while the ledger moves energy
 * from one period to another, the three lists together equal the sum of the days.
 */
export async function readPeriodSums(
  db: Executor,
  scope: EnergyScope,
  span: DaySpan,
): Promise<PeriodSums> {
  const listOf = (query: RawBuilder<unknown>) =>
    sql`(select coalesce(json_agg(row), '[]') from (${query}) row)`;
  const { rows } = await sql<{
    days: DayRow[];
    billed: PeriodSum[];
    adjustments: PeriodSum[];
  }>`
    select ${listOf(newestDays(scope, span))} as days,
      ${listOf(closedPeriodSums(scope))} as billed,
      ${listOf(adjustmentSums(scope))} as adjustments`.execute(db);
  const { days, billed, adjustments } = rows[0]!;
  return { days: days.map(dayEnergyOf), billed, adjustments };
}

function closedPeriodSums(scope: EnergyScope): RawBuilder<unknown> {
  return sql`
    select line.start_day as start, sum(line.energy_wh)::bigint as "energyWh",
      sum(line.amount)::bigint as amount
    from bill_line line
    where line.customer_id = ${scope.customerId}
      and line.group_path @> array[${scope.groupId}::integer]
    group by line.start_day`;
}

function adjustmentSums(scope: EnergyScope): RawBuilder<unknown> {
  return sql`
    select a.in_start_day as start, sum(a.energy_wh)::bigint as "energyWh",
      sum(a.amount)::bigint as amount
    from bill_adjustment a
    where a.customer_id = ${scope.customerId}
      and a.group_path @> array[${scope.groupId}::integer]
    group by a.in_start_day`;
}
