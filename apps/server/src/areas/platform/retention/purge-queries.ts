/** Queries that purge old rows in small steps. */

import { CompiledQuery, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { customersOf, overCustomers } from '../../../storage/distributed/over-customers.ts';

/** Any day more than one day before the purge limit has ended in every time zone. */
export async function purgeCheckpointsOfSome(
  { database: { db } }: Context,
  { edge, customerId, deviceId }: Place,
): Promise<Omit<Place, 'edge'> | undefined> {
  const { rows: heads } = await sql<Omit<Place, 'edge'>>`
    select customer_id as "customerId", device_id as "deviceId" from energy_head
    where (customer_id, device_id) > (${customerId}, ${deviceId})
    order by 1, 2 limit ${sql.lit(DEVICES_AT_ONCE)}`.execute(db);
  await overCustomers(db, customersOf(heads), (within) => {
    const customers = heads.map((head) => head.customerId);
    const devices = heads.map((head) => head.deviceId);
    return sql`
      delete from energy_checkpoint c using (
        select h.customer_id, h.device_id, max(k.day) as day
        from unnest(${customers}::int4[], ${devices}::int4[]) as h (customer_id, device_id)
        join energy_checkpoint k on k.customer_id = h.customer_id and k.device_id = h.device_id
          and ${within('k')}
        where k.day < (${instant(edge)}::timestamptz - interval '1 day')::date
        group by 1, 2) latest
      where ${within('c')} and c.customer_id = latest.customer_id
        and c.device_id = latest.device_id and c.day < latest.day`;
  });
  return heads.at(-1);
}

export const DEVICES_AT_ONCE = 200;

export interface Place {
  edge: number;
  customerId: number;
  deviceId: number;
}

export async function listCustomers(db: Executor): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select customer_id as id from customer order by 1`.execute(db);
  return rows;
}

export async function purgeSome(
  db: Executor,
  statement: string,
  customerId: number,
  before: number,
): Promise<number> {
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(statement, [customerId, new Date(before)]),
  );
  return rows.length;
}
