/** The bill of a period and of the one before, by device, band and price, in one snapshot. */
import type { LocalDate } from '@busbar/domain/local-date';
import type { Amount } from '@busbar/domain/tariff/amount';
import type { TariffBand } from '@busbar/domain/tariff/band';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import type { EnergyScope } from '../queries/energy-scope-queries.ts';
import { sumOfFees } from '../settlement/fee-sum-queries.ts';
import {
  adjustmentsInScope,
  BILLED_NAME,
  type BilledPeriod,
  linesInScope,
} from './bill-queries.ts';

export interface BilledUse {
  readonly start: LocalDate;
  readonly deviceId: number;
  readonly deviceName: string;
  readonly deviceCode: string;
  /** Null for the adjustments of a device. */
  readonly band: TariffBand | null;
  readonly price: string | null;
  readonly wh: number;
  readonly amount: Amount;
}

const COLUMNS = sql`d.device_id as "deviceId", min(${BILLED_NAME}) as "deviceName",
  d.device_code as "deviceCode"`;

export async function readBilledUse(
  db: Executor,
  scope: EnergyScope,
  periods: readonly BilledPeriod[],
): Promise<BilledUse[]> {
  const parts = periods.flatMap((period) => [
    linesOf(scope, period),
    adjustmentsOf(scope, period.start),
  ]);
  const { rows } = await sql<BilledUse>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows;
}

function linesOf(scope: EnergyScope, period: BilledPeriod): RawBuilder<unknown> {
  return sql`(select ${period.start}::date as start, ${COLUMNS}, line.band, line.price,
      sum(line.energy_wh)::bigint as wh, ${sumOfFees(sql`line.amount`)} as amount
    ${linesInScope(scope, period)}
    group by d.customer_id, d.device_id, line.band, line.price)`;
}

function adjustmentsOf(scope: EnergyScope, start: LocalDate): RawBuilder<unknown> {
  return sql`(select ${start}::date as start, ${COLUMNS}, null as band, null as price,
      sum(a.energy_wh)::bigint as wh, sum(a.amount)::bigint as amount
    ${adjustmentsInScope(scope, start)}
    group by d.customer_id, d.device_id)`;
}
