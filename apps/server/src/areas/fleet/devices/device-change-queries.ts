/** Queries to change, move and delete devices; each affects only active devices of one customer. */
import type { DeviceKind } from '@busbar/domain/device/device-type';
import { pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { freeCode } from './device-queries.ts';

export interface DeviceChange {
  readonly name?: string;
  readonly deviceTypeId?: number;
  readonly kind?: DeviceKind;
  readonly expectedIntervalS?: number;
  readonly band?: string;
  readonly groupId?: number;
  readonly rateId?: number;
  readonly address?: string;
  /** Installation date, `YYYY-MM-DD`; null if unknown. */
  readonly installedOn?: string | null;
  readonly ratedVoltageV?: number;
  readonly ratedCurrentA?: number;
}

export async function updateDevice(
  trx: Executor,
  customerId: number,
  deviceId: number,
  change: DeviceChange,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await trx
    .updateTable('device')
    .set({
      revision: sql<number>`revision + 1`,
      ...pickSnakeCase(change, 'name', 'deviceTypeId', 'kind', 'expectedIntervalS', 'band'),
      ...pickSnakeCase(change, 'groupId', 'rateId', 'address', 'installedOn'),
      ...pickSnakeCase(change, 'ratedVoltageV', 'ratedCurrentA'),
    })
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .where('deleted_at', 'is', null)
    .execute();
}

export interface StoredPosition {
  readonly longitude: number;
  readonly latitude: number;
  /** BD-09 degrees as entered by a user; null if they are to be derived on read. */
  readonly bdLongitude: number | null;
  readonly bdLatitude: number | null;
}

export async function updatePosition(
  trx: Executor,
  customerId: number,
  deviceId: number,
  position: StoredPosition,
): Promise<void> {
  await trx
    .updateTable('device')
    .set({ ...snakeCaseKeys(position), revision: sql<number>`revision + 1` })
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .where('deleted_at', 'is', null)
    .execute();
}

export async function updateSecret(
  trx: Executor,
  customerId: number,
  deviceId: number,
  secretHash: Buffer,
  now: number,
  /** Time until which the old secret is accepted, epoch ms; undefined revokes it immediately. */
  oldUntil?: number,
): Promise<void> {
  const old =
    oldUntil === undefined
      ? { old_secret_hash: null, old_secret_until: null }
      : { old_secret_hash: sql<Buffer>`secret_hash`, old_secret_until: instant(oldUntil) };
  await trx
    .updateTable('device')
    .set({ secret_hash: secretHash, secret_rotated_at: instant(now), ...old })
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Locks the device until the transaction ends; undefined if the device is already deleted. */
export async function lockDevice(
  trx: Executor,
  customerId: number,
  deviceId: number,
): Promise<LockedDevice | undefined> {
  return trx
    .selectFrom('device')
    .select([
      'revision',
      'old_secret_until as oldSecretUntil',
      'longitude',
      'latitude',
      'bd_longitude as bdLongitude',
      'bd_latitude as bdLatitude',
    ])
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Increments the revision before a change; false if another user has changed the device since. */
export async function claimRevision(
  trx: Executor,
  customerId: number,
  deviceId: number,
  revision: number,
): Promise<boolean> {
  const row = await trx
    .updateTable('device')
    .set({ revision: sql<number>`revision + 1` })
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .where('revision', '=', revision)
    .where('deleted_at', 'is', null)
    .returning('revision')
    .executeTakeFirst();
  return row !== undefined;
}

export interface LockedDevice {
  readonly revision: number;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly bdLongitude: number | null;
  readonly bdLatitude: number | null;
  /** Time until which the previous secret is accepted, epoch ms. */
  readonly oldSecretUntil: number | null;
}

export async function hasSlaves(
  db: Executor,
  customerId: number,
  gatewayId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('device')
    .select('device_id')
    .where('customer_id', '=', customerId)
    .where('gateway_id', '=', gatewayId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns true if a switch command is not finished, or if any other command was sent, because a
 * broker may still deliver it to the next device registered with this code. Other queued commands
 * are not sent after the deletion.
 */
export async function hasOpenCommand(
  db: Executor,
  customerId: number,
  deviceId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('command')
    .select('command_id')
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .where((where) =>
      where.or([
        where('state', '=', 'sent'),
        where.and([
          where('kind', 'in', ['switch', 'slaves']),
          where('state', 'in', ['queued', 'acknowledged']),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Marks the device as deleted. The row is retained for its readings and bills; any customer can
 * register the code again, as a different device.
 */
export async function deleteDevice(
  trx: Executor,
  customerId: number,
  deviceId: number,
  now: number,
): Promise<void> {
  await trx
    .updateTable('device')
    .set({ deleted_at: instant(now), secret_hash: null, old_secret_hash: null })
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .execute();
  await freeCode(trx, customerId, deviceId);
  // Another line may have the address from now on.
  await trx
    .deleteFrom('outgoing_line')
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .execute();
}
