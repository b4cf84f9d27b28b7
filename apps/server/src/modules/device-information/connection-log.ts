/** The connection log: when a device came and when it went, and what the platform saw of why. */
import type { ConnectionCause } from '@busbar/domain/device/connection-cause';
import { sql } from 'kysely';
import type { Scope } from '../../caller.ts';
import { jsonb } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';

export interface Coming {
  readonly customerId: number;
  readonly deviceId: number;
  /** Epoch ms. */
  readonly at: number;
  readonly connected: boolean;
  readonly cause: ConnectionCause;
}

/** In the transaction that writes who is connected: neither is there without the other. */
export async function logConnections(trx: Executor, comings: readonly Coming[]): Promise<void> {
  if (comings.length === 0) return;
  const rows = comings.map(({ customerId, deviceId, at, connected, cause }) => ({
    customer_id: customerId,
    device_id: deviceId,
    at: new Date(at).toISOString(),
    connected,
    cause,
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

/** Newest first. */
export async function listConnections(
  db: Executor,
  { customerId }: Scope,
  deviceId: number,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly list: ConnectionRow[]; readonly total: number }> {
  const { total } = await db
    .selectFrom('device_connection')
    .select(sql<number>`count(*)`.as('total'))
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow();
  const list = await db
    .selectFrom('device_connection')
    .select(['at', 'connected', 'cause'])
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .orderBy('at', 'desc')
    .orderBy('device_connection_id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  return { list, total };
}

/** How it came the last time; undefined when it never did. */
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
