/** Queries that purge old rows in small steps. */

import { CompiledQuery, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

/** Any day more than one day before the purge limit has ended in every time zone. */
export async function purgeCheckpointsOfSome(
  { database: { db } }: Context,
  { edge, customerId, deviceId }: Place,
): Promise<Omit<Place, 'edge'> | undefined> {
  const { rows } = await sql<Omit<Place, 'edge'>>`
    with heads as (
      select customer_id, device_id from energy_head
      where (customer_id, device_id) > (${customerId}, ${deviceId})
      order by 1, 2 limit ${sql.lit(DEVICES_AT_ONCE)}),
    latest as (
      select heads.*, (select max(day) from energy_checkpoint c
        where c.customer_id = heads.customer_id and c.device_id = heads.device_id
          and c.day < (${instant(edge)} - interval '1 day')::date) as day
      from heads),
    gone as (
      delete from energy_checkpoint c using latest l
      where c.customer_id = l.customer_id and c.device_id = l.device_id and c.day < l.day)
    select customer_id as "customerId", device_id as "deviceId" from heads
    order by 1 desc, 2 desc limit 1`.execute(db);
  return rows[0];
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
