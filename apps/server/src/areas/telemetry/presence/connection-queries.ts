/** Connected devices and the process that holds each connection. */

import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { isOnNodes } from '../../../storage/distributed/nodes-dialect.ts';
import { customersOf, overCustomers } from '../../../storage/distributed/over-customers.ts';
import type { EndedLink } from './process-queries.ts';

export interface ConnectionChange {
  readonly customerId: number;
  readonly deviceId: number;
  readonly connected: boolean;
  /** Epoch ms. */
  readonly at: number;
  /** A disconnection reported late is ignored if the device was seen after this time, epoch ms. */
  readonly unlessSeenAfter?: number | undefined;
}

/** Connection state of a device before the change. */
export interface Before {
  readonly customerId: number;
  readonly deviceId: number;
  readonly wasConnected: boolean;
  /** Process that held the connection before, if the device was connected. */
  readonly process: string | null;
}

interface BeforeRow {
  customer_id: number;
  device_id: number;
  connected: boolean | null;
  link_process: string | null;
}

/** Marks devices as connected through `process`; also updates their last-seen time. */
export async function markConnected(
  trx: Executor,
  process: string,
  changes: readonly ConnectionChange[],
): Promise<Before[]> {
  if (isOnNodes(trx)) return markConnectedOnNodes(trx, process, changes);
  const { rows } = await sql<BeforeRow>`
    with sent as materialized (
      select * from unnest(${ids(changes, 'customerId')}::int4[], ${ids(changes, 'deviceId')}::int4[],
        ${times(changes, ({ at }) => at)}::timestamptz[]) as x (customer_id, device_id, at)
    ), before as materialized (
      select existing.customer_id, existing.device_id, existing.connected, existing.link_process
      from device_state existing join sent using (customer_id, device_id)
      order by existing.device_id for update of existing
    ), written as (
      insert into device_state as existing
        (customer_id, device_id, connected, connected_at, link_process, heard_at)
      select sent.customer_id, sent.device_id, true, sent.at, ${process}, sent.at
      from sent left join before using (customer_id, device_id)
      ${IF_PRESENT}
    )
    select sent.customer_id, sent.device_id, before.connected, before.link_process
    from sent left join before using (customer_id, device_id)`.execute(trx);
  return rows.map(beforeOf);
}

const IF_PRESENT = sql`on conflict (customer_id, device_id) do update set
  connected = true, connected_at = excluded.connected_at,
  link_process = excluded.link_process,
  heard_at = greatest(existing.heard_at, excluded.heard_at)`;

/** Citus does not carry the rows from the lock to the insert in one statement. */
async function markConnectedOnNodes(
  trx: Executor,
  process: string,
  changes: readonly ConnectionChange[],
): Promise<Before[]> {
  const rows = await overCustomers(
    trx,
    customersOf(changes),
    (within) => sql<BeforeRow>`
    select existing.customer_id, existing.device_id, existing.connected, existing.link_process
    from device_state existing
    where ${within('existing')} and existing.device_id = any(${ids(changes, 'deviceId')}::int4[])
    order by existing.device_id for update of existing`,
  );
  for (const { customerId, deviceId, at } of changes) {
    await sql`insert into device_state as existing
        (customer_id, device_id, connected, connected_at, link_process, heard_at)
      values (${customerId}, ${deviceId}, true, ${instant(at)}, ${process}, ${instant(at)})
      ${IF_PRESENT}`.execute(trx);
  }
  const before = new Map(rows.map((row) => [row.device_id, row]));
  return changes.map(({ customerId, deviceId }) =>
    beforeOf(
      before.get(deviceId) ?? {
        customer_id: customerId,
        device_id: deviceId,
        connected: null,
        link_process: null,
      },
    ),
  );
}

/** Marks devices as disconnected, except those that another process has since taken over. */
export async function markDisconnected(
  trx: Executor,
  process: string,
  changes: readonly ConnectionChange[],
): Promise<Before[]> {
  const rows = await overCustomers(
    trx,
    customersOf(changes),
    (within) => sql<BeforeRow>`
    update device_state existing set connected = false
    from (
      select existing.customer_id, existing.device_id from device_state existing
      join unnest(${ids(changes, 'customerId')}::int4[], ${ids(changes, 'deviceId')}::int4[],
          ${times(changes, ({ unlessSeenAfter }) => unlessSeenAfter)}::timestamptz[])
        as x (customer_id, device_id, unless_seen_after) using (customer_id, device_id)
      where existing.connected and existing.link_process = ${process} and ${within('existing')}
        and (x.unless_seen_after is null or existing.heard_at is null
          or existing.heard_at <= x.unless_seen_after)
      order by existing.device_id for update of existing
    ) as sent
    where existing.customer_id = sent.customer_id and existing.device_id = sent.device_id
      and ${within('existing')}
    returning existing.customer_id, existing.device_id, true as connected, existing.link_process`,
  );
  return rows.map(beforeOf);
}

/** Returns the codes of those devices whose connection is held by another process. */
export async function listTakenElsewhere(
  executor: Executor,
  process: string,
  devices: readonly { readonly customerId: number; readonly deviceId: number }[],
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select d.device_code as code
    from unnest(${idList(devices, 'customerId')}::int4[], ${idList(devices, 'deviceId')}::int4[])
      as x (customer_id, device_id)
    join device_state s using (customer_id, device_id)
    join device d using (customer_id, device_id)
    where s.connected and s.link_process <> ${process}`.execute(executor);
  return rows.map(({ code }) => code);
}

function beforeOf(row: BeforeRow): Before {
  return {
    customerId: row.customer_id,
    deviceId: row.device_id,
    wasConnected: row.connected ?? false,
    process: row.link_process,
  };
}

function ids(changes: readonly ConnectionChange[], key: 'customerId' | 'deviceId'): string {
  return `{${changes.map((change) => change[key]).join(',')}}`;
}

function times(
  changes: readonly ConnectionChange[],
  timeOf: (change: ConnectionChange) => number | undefined,
): string {
  const texts = changes.map(timeOf).map((at) => (at === undefined ? 'null' : isoText(at)));
  return `{${texts.join(',')}}`;
}

function isoText(at: number): string {
  return `"${new Date(at).toISOString()}"`;
}

export async function publishEndedAlarms(ctx: Context, ended: readonly EndedLink[]): Promise<void> {
  const at = ctx.clock.now();
  const { rows } = await sql<{
    customerId: number;
    deviceId: number;
    deviceCode: string;
    groupPath: number[];
    csq: number | null;
    heardAt: number | null;
  }>`select d.customer_id as "customerId", d.device_id as "deviceId",
      d.device_code as "deviceCode", g.path as "groupPath", s.signal_csq as csq,
      s.heard_at as "heardAt"
    from unnest(${idList(ended, 'customerId')}::int4[], ${idList(ended, 'deviceId')}::int4[])
      as x (customer_id, device_id)
    join device d on d.customer_id = x.customer_id and d.deleted_at is null
      and (d.device_id = x.device_id or d.gateway_id = x.device_id)
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    left join device_state s on s.customer_id = d.customer_id and s.device_id = d.device_id`.execute(
    ctx.database.db,
  );
  for (const row of rows) {
    ctx.bus.publish('presence.changed', { ...row, presence: 'offline', at });
  }
}

export function idList(ended: readonly EndedLink[], key: keyof EndedLink): string {
  return `{${ended.map((one) => one[key]).join(',')}}`;
}
