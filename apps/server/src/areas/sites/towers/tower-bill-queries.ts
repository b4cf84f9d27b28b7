/** Ledger days of the breakers of a tower. */
import type { LocalDate } from '@busbar/domain/local-date';
import type { Amount } from '@busbar/domain/tariff/amount';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';

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
  customerId: number,
  deviceId: number,
  from: LocalDate,
  to: LocalDate,
): Promise<LedgerDay[]> {
  const { rows } = await sql<
    Omit<LedgerDay, 'slotWh' | 'slotFee'> & { slotWh: number[] | null; slotFee: number[] | null }
  >`
    select e.day, e.energy_wh as "energyWh", e.final,
      e.fee_sharp + e.fee_peak + e.fee_off_peak + e.fee_valley as fee,
      s.slot_wh as "slotWh", s.slot_fee as "slotFee"
    from energy_day e
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

export async function codesOf(
  db: Executor,
  customerId: number,
  deviceIds: readonly number[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('device')
    .select('device_code as code')
    .where('customer_id', '=', customerId)
    .where('device_id', 'in', [...new Set(deviceIds)])
    .orderBy('device_id')
    .execute();
  return rows.map(({ code }) => code);
}
