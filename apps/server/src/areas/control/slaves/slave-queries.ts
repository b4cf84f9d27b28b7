/** Slaves of a gateway, and the last table of all of them that the gateway reported. */
import type { SlaveStatus } from '@busbar/domain/slot/slot-table';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

/** Returns the device ids of the active slaves within the scope, by address. */
export async function slaveIdsOf(
  executor: Executor,
  scope: Scope,
  gatewayId: number,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ address: number; id: number }>`
    select d.slave_address as address, d.device_id as id from device d
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    where d.customer_id = ${scope.customerId} and d.gateway_id = ${gatewayId}
      and d.deleted_at is null and d.slave_address is not null
      and g.path @> array[${scope.groupId}::integer]`.execute(executor);
  return new Map(rows.map(({ address, id }) => [address, id]));
}

/** Returns the group paths of the active slaves of a gateway, by address. */
export async function slavePathsOf(
  executor: Executor,
  gateway: { readonly customerId: number; readonly deviceId: number },
): Promise<Map<number, readonly number[]>> {
  const { rows } = await sql<{ address: number; path: number[] }>`
    select d.slave_address as address, g.path from device d
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    where d.customer_id = ${gateway.customerId} and d.gateway_id = ${gateway.deviceId}
      and d.deleted_at is null and d.slave_address is not null`.execute(executor);
  return new Map(rows.map(({ address, path }) => [address, path]));
}

/** Stores a table, which replaces the previous one. */
export async function recordSlaveTable(
  trx: Executor,
  gateway: { readonly customer_id: number; readonly device_id: number },
  table: readonly SlaveStatus[],
  readAt: number,
): Promise<void> {
  const { customer_id, device_id } = gateway;
  const reported = { slots: jsonb(table), read_at: instant(readAt) };
  await trx
    .insertInto('slave_table')
    .values({ customer_id, device_id, ...reported })
    .onConflict((conflict) => conflict.columns(['customer_id', 'device_id']).doUpdateSet(reported))
    .execute();
}

export interface ReportedTable {
  readonly slaves: readonly SlaveStatus[];
  readonly readAt: number;
}

/** Returns the last table; undefined if the gateway was never queried or never replied. */
export async function slaveTableOf(
  executor: Executor,
  customerId: number,
  gatewayId: number,
): Promise<ReportedTable | undefined> {
  const row = await executor
    .selectFrom('slave_table')
    .select(['slots', 'read_at'])
    .where('customer_id', '=', customerId)
    .where('device_id', '=', gatewayId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // Tables stored before gateways reported slots contain neither the slot nor `enabled`.
  const slaves = (
    row.slots as readonly (Pick<SlaveStatus, 'address' | 'status'> & Partial<SlaveStatus>)[]
  ).map((slave) => ({ slot: slave.address, enabled: true, ...slave }));
  return { slaves, readAt: row.read_at };
}

/** Returns the addresses of slaves with an operation under way or an unknown outcome. */
export async function busySlaves(
  executor: Executor,
  gateway: { readonly customerId: number; readonly deviceId: number },
): Promise<Set<number>> {
  const { rows } = await sql<{ address: number }>`
    select distinct d.slave_address as address from device d
    join command c on c.customer_id = d.customer_id and c.device_id = d.device_id
    where d.customer_id = ${gateway.customerId} and d.gateway_id = ${gateway.deviceId}
      and d.deleted_at is null
      and (c.kind in ('switch', 'slaves')
        or c.kind = 'frame' and c.args ->> 'effect' <> 'read')
      and c.state in ('queued', 'sent', 'acknowledged', 'unknown')`.execute(executor);
  return new Set(rows.map(({ address }) => address));
}
