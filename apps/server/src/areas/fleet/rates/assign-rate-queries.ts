/** Devices chosen one by one or by group, and the change of their tariff in bulk. */
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { isCounted } from '../../shared/counted-device-queries.ts';

export interface RatedDevice {
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly groupId: number;
  readonly rateId: number;
  readonly rateName: string;
  readonly simulated: boolean;
}

/**
 * Returns the active devices of the scope with these codes, and all those of the groups and their
 * subgroups except simulated ones, without duplicates; `hold` locks them until the transaction ends.
 */
export async function listRatedDevices(
  db: Executor,
  { customerId, groupId }: Scope,
  codes: readonly string[],
  groupIds: readonly number[],
  hold: boolean,
): Promise<RatedDevice[]> {
  const { rows } = await sql<RatedDevice>`
    select d.device_id as "deviceId", d.device_code as "deviceCode", d.group_id as "groupId",
      d.rate_id as "rateId", r.name as "rateName", d.simulated
    from device d
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    join rate r on r.customer_id = d.customer_id and r.rate_id = d.rate_id
    where d.customer_id = ${customerId} and d.deleted_at is null
      and g.path @> array[${groupId}::integer]
      and (d.device_code = any(${[...codes]}::text[])
        or (g.path && ${[...groupIds]}::integer[] and ${isCounted('d')}))
    order by d.device_id ${hold ? sql`for update of d` : sql``}`.execute(db);
  return rows;
}

/** Assigns the tariff from `day` on. The caller must hold the locks on the devices. */
export async function writeRateOfDevices(
  trx: Executor,
  customerId: number,
  deviceIds: readonly number[],
  rateId: number,
  day: string,
): Promise<void> {
  const ids = [...deviceIds];
  await sql`update device set rate_id = ${rateId}, revision = revision + 1
    where customer_id = ${customerId} and device_id = any(${ids}::integer[])`.execute(trx);
  await sql`insert into device_rate (customer_id, device_id, start_day, rate_id)
    select ${customerId}::integer, id, ${day}::date, ${rateId}::integer
    from unnest(${ids}::integer[]) as chosen (id)
    on conflict (customer_id, device_id, start_day) do update set rate_id = excluded.rate_id
  `.execute(trx);
}
