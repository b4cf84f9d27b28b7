/** Ledger days of the devices of a tower, on which the caller's group contained them. */
import type { LocalDate } from '@busbar/domain/local-date';
import type { Amount } from '@busbar/domain/tariff/amount';
import { sql } from 'kysely';
import { type Scope, seesWholeCustomer } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { devicePlaces } from '../../shared/device-place-queries.ts';
import { isInScope } from '../../shared/group-scope-queries.ts';

export interface LedgerDay {
  readonly day: LocalDate;
  readonly energyWh: number;
  readonly fee: Amount;
  readonly final: boolean;
  readonly slotWh?: readonly number[];
  readonly slotFee?: readonly number[];
}

/** Reads the ledger days, with their quarter hours if these are still stored. */
export async function readLedgerDays(
  db: Executor,
  scope: Scope,
  deviceId: number,
  from: LocalDate,
  to: LocalDate,
): Promise<LedgerDay[]> {
  const { customerId } = scope;
  const inScope = seesWholeCustomer(scope)
    ? sql``
    : sql`join (${devicePlaces(customerId, [deviceId])}) place
        on e.day >= place.from_day and e.day < place.until_day
          and ${isInScope(scope, sql`place.group_path`)}`;
  const { rows } = await sql<
    Omit<LedgerDay, 'slotWh' | 'slotFee'> & { slotWh: number[] | null; slotFee: number[] | null }
  >`
    select e.day, e.energy_wh as "energyWh", e.final,
      e.fee_sharp + e.fee_peak + e.fee_off_peak + e.fee_valley as fee,
      s.slot_wh as "slotWh", s.slot_fee as "slotFee"
    from energy_day e
    ${inScope}
    left join energy_slot s on s.customer_id = e.customer_id and s.device_id = e.device_id
      and s.day = e.day
    where e.customer_id = ${customerId} and e.device_id = ${deviceId}
      and e.channel = 'activeTotal' and e.day >= ${from}::date and e.day < ${to}::date
    order by e.day`.execute(db);
  return rows.map(({ slotWh, slotFee, ...day }) => ({
    ...day,
    ...(slotWh === null ? {} : { slotWh }),
    ...(slotFee === null ? {} : { slotFee }),
  }));
}

/** Returns the codes of the devices in the scope, and of those that were in it when they were used. */
export async function codesOf(
  db: Executor,
  scope: Scope,
  deviceIds: readonly number[],
  usedIds: ReadonlySet<number>,
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select d.device_code as code from device d
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    where d.customer_id = ${scope.customerId} and d.device_id = any(${[...deviceIds]}::integer[])
      and (${isInScope(scope, sql`g.path`)} or d.device_id = any(${[...usedIds]}::integer[]))
    order by d.device_id`.execute(db);
  return rows.map(({ code }) => code);
}
