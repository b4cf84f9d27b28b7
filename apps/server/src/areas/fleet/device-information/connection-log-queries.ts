/**
 * Connection log: when a device connected and disconnected, with the cause as far as the platform
 * could determine it.
 */
import type { ConnectionCause } from '@busbar/domain/device/connection-cause';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface Coming {
  readonly customerId: number;
  readonly deviceId: number;
  /** Epoch ms. */
  readonly at: number;
  readonly connected: boolean;
  readonly cause: ConnectionCause;
}

/** Must run in the transaction that writes the connection state, so both are stored or neither. */
export async function logConnections(trx: Executor, comings: readonly Coming[]): Promise<void> {
  if (comings.length === 0) return;
  const rows = comings.map((coming) => ({
    at: new Date(coming.at).toISOString(),
    ...pickSnakeCase(coming, 'customerId', 'deviceId', 'connected', 'cause'),
  }));
  await sql`
    insert into device_connection (customer_id, device_id, at, connected, cause)
    select customer_id, device_id, at, connected, cause
    from jsonb_to_recordset(${jsonb(rows)})
      as x (customer_id integer, device_id integer, at timestamptz, connected boolean, cause text)
    order by at`.execute(trx);
}

export interface ConnectionRow {
  readonly at: number;
  readonly connected: boolean;
  readonly cause: ConnectionCause;
}

export interface ConnectionPage {
  readonly offset: number;
  readonly limit: number;
  /** Half-open interval in epoch ms; undefined means unbounded. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Returns a page of the log, newest entry first. */
export async function listConnections(
  db: Executor,
  { customerId }: Scope,
  deviceId: number,
  { from, to, ...page }: ConnectionPage,
): Promise<{ readonly list: ConnectionRow[]; readonly total: number }> {
  let query = db
    .selectFrom('device_connection')
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId);
  if (from !== undefined) query = query.where('at', '>=', instant(from));
  if (to !== undefined) query = query.where('at', '<', instant(to));
  const { total } = await query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const list = await query
    .select(['at', 'connected', 'cause'])
    .orderBy('at', 'desc')
    .orderBy('device_connection_id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  return { list, total };
}

/** Returns the device's last connect, or undefined if it never connected. */
export async function lastComing(
  db: Executor,
  { customerId }: Scope,
  deviceId: number,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('device_connection')
    .select(['at', 'connected', 'cause'])
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .where('connected', '=', true)
    .orderBy('at', 'desc')
    .orderBy('device_connection_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
