/** The rows of a large fleet of breakers of one customer, and the state that the server stores of it. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Executor } from '../../../src/storage/database.ts';
import type { Tenant } from '../factories/tenant.ts';

export interface FleetMember {
  readonly deviceId: number;
  readonly code: string;
  readonly secret: string;
}

const SLICE = 500;

export async function insertFleet(
  database: Database,
  tenant: Tenant,
  { label, first, count }: { label: string; first: number; count: number },
): Promise<FleetMember[]> {
  const { db } = database;
  const { customerId: customer_id, groupId: group_id, rateId: rate_id } = tenant;
  const members = Array.from({ length: count }, (_, index) => ({
    deviceId: first + index,
    code: `${label}${String(index).padStart(10, '0')}`,
    secret: `secret-${label}-${index}`,
  }));
  const created_at = new Date(Date.now() - 30 * 86_400_000);
  for (let from = 0; from < count; from += SLICE) {
    const slice = members.slice(from, from + SLICE);
    await db
      .insertInto('device')
      .values(
        slice.map(({ deviceId, code, secret }) => ({
          customer_id,
          device_id: deviceId,
          device_code: code,
          name: code,
          device_type_id: 1,
          kind: 'main' as const,
          group_id,
          rate_id,
          secret_hash: createHash('sha256').update(secret).digest(),
          created_at,
        })),
      )
      .execute();
    await db
      .insertInto('device_code')
      .values(
        slice.map(({ deviceId, code }) => ({
          device_code: code,
          customer_id,
          device_id: deviceId,
        })),
      )
      .execute();
    await db
      .insertInto('device_state')
      .values(slice.map(({ deviceId }) => ({ customer_id, device_id: deviceId })))
      .execute();
  }
  return members;
}

/** Returns the ids of the connected devices, and of those that a process without heartbeat holds. */
export async function connectedIds(
  db: Executor,
  tenant: Tenant,
): Promise<{ connected: number[]; stale: number[] }> {
  const { rows } = await sql<{ id: number; stale: boolean }>`
    select s.device_id as id, p.process_id is null as stale
    from device_state s left join gateway_process p on p.process_id = s.link_process
      and p.seen_at = (select max(seen_at) from gateway_process)
    where s.customer_id = ${tenant.customerId} and s.connected`.execute(db);
  return {
    connected: rows.map(({ id }) => id),
    stale: rows.filter(({ stale }) => stale).map(({ id }) => id),
  };
}

/** Returns the logged connections and disconnections of each device in order: `in` or the cause of the end. */
export async function connectionLogs(db: Executor, tenant: Tenant): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ id: number; connected: boolean; cause: string }>`
    select device_id as id, connected, cause from device_connection
    where customer_id = ${tenant.customerId} order by at, device_connection_id`.execute(db);
  const logs = new Map<number, string[]>();
  for (const { id, connected, cause } of rows) {
    const log = logs.get(id) ?? [];
    logs.set(id, log);
    log.push(connected ? 'in' : cause);
  }
  return logs;
}
