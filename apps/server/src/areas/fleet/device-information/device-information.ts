/** Everything known about one device except its readings. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { sql } from 'kysely';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { findDeviceSummary } from '../devices/device-detail-service.ts';
import { type FoundDevice, findDevice } from '../devices/device-lookup.ts';
import type { DeviceSummary } from '../devices/device-summary.ts';
import {
  type ConnectionPage,
  type ConnectionRow,
  lastComing,
  listConnections,
} from './connection-log.ts';
import { listSignals, type SignalList } from './signal-log.ts';

interface Facts {
  readonly installedOn: string | null;
  readonly registeredAt: number;
  readonly revision: number;
  readonly connectedAt: number | null;
  readonly issuedAt: number | null;
  readonly oldUntil: number | null;
  readonly rejected: number;
  readonly notes: number;
  readonly photos: number;
}

export interface DeviceInformation extends Facts {
  readonly device: DeviceSummary;
  /** The last entry of the connection log that accepted the device. */
  readonly came: ConnectionRow | undefined;
}

export async function findDeviceInformation(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
): Promise<Outcome<DeviceInformation>> {
  const summary = await findDeviceSummary(ctx, caller, idOrCode);
  if (!summary.ok) return summary;
  const device = summary.value;
  const { db } = ctx.database;
  const facts = await factsOf(db, caller, device);
  if (facts === undefined) return refused('not-found');
  const isOldOpen = facts.oldUntil !== null && facts.oldUntil > ctx.clock.now();
  return done({
    ...facts,
    oldUntil: isOldOpen ? facts.oldUntil : null,
    device,
    came: await lastComing(db, caller, device.deviceId),
  });
}

/** A slave uses the connection of its gateway. */
async function factsOf(
  db: Executor,
  { customerId }: Caller,
  { deviceId }: DeviceSummary,
): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select d.installed_on as "installedOn", d.created_at as "registeredAt", d.revision,
      s.connected_at as "connectedAt", d.secret_rotated_at as "issuedAt",
      d.old_secret_until as "oldUntil",
      (select count(*) from rejected_message r
        where r.customer_id = d.customer_id and r.device_id = d.device_id) as rejected,
      (select count(*) from device_note n
        where n.customer_id = d.customer_id and n.device_id = d.device_id) as notes,
      (select count(*) from device_photo p
        where p.customer_id = d.customer_id and p.device_id = d.device_id) as photos
    from device d
    left join device_state s on s.customer_id = d.customer_id
      and s.device_id = coalesce(d.gateway_id, d.device_id)
    where d.customer_id = ${customerId} and d.device_id = ${deviceId}
      and d.deleted_at is null`.execute(db);
  return rows[0];
}

export async function findConnections(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  page: ConnectionPage,
): Promise<Outcome<{ readonly list: ConnectionRow[]; readonly total: number }>> {
  const { db } = ctx.database;
  const device = await findDevice(db, caller, idOrCode);
  if (device === undefined) return refused('not-found');
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = page;
  if (to <= from) return refused('range-invalid');
  return done(await listConnections(db, caller, linkOf(device), page));
}

export async function findSignals(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  span: { readonly from: number; readonly to: number },
): Promise<Outcome<SignalList>> {
  const { db } = ctx.database;
  const device = await findDevice(db, caller, idOrCode);
  if (device === undefined) return refused('not-found');
  if (span.to <= span.from) return refused('range-invalid');
  return done(await listSignals(db, caller, linkOf(device), span));
}

const linkOf = ({ deviceId, gatewayId }: FoundDevice): number => gatewayId ?? deviceId;
