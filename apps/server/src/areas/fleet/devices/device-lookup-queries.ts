/**
 * Finds a device by its id or code. Every endpoint that accepts a device id also accepts its code
 * (docs/decisions.md 25); a device outside the caller's group is treated as unknown.
 */
import { isDeviceCode } from '@busbar/domain/device/device-code';
import type { DeviceKind } from '@busbar/domain/device/device-type';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import { sql } from 'kysely';
import type { DeviceRef } from '../../../bus.ts';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';

export interface FoundDevice extends DeviceRef {
  readonly name: string;
  readonly kind: DeviceKind;
  readonly protocol: DeviceProtocol;
  readonly deviceTypeId: number;
  readonly groupId: number;
  readonly rateId: number;
  readonly simulated: boolean;
  readonly expectedIntervalS: number;
  /** Incremented by each change that a user makes to the row. */
  readonly revision: number;
  /** Id and code of a slave's gateway, and the slave's bus address; null for every other kind. */
  readonly gatewayId: number | null;
  readonly gatewayCode: string | null;
  readonly slaveAddress: number | null;
}

function foundDevices(db: Executor) {
  return db
    .selectFrom('device')
    .innerJoin('user_group', (join) =>
      join
        .onRef('user_group.customer_id', '=', 'device.customer_id')
        .onRef('user_group.group_id', '=', 'device.group_id'),
    )
    .leftJoin('device as gateway', (join) =>
      join
        .onRef('gateway.customer_id', '=', 'device.customer_id')
        .onRef('gateway.device_id', '=', 'device.gateway_id'),
    )
    .where('device.deleted_at', 'is', null)
    .select([
      'device.customer_id as customerId',
      'device.device_id as deviceId',
      'device.device_code as deviceCode',
      'device.name',
      'device.kind',
      'device.protocol',
      'device.device_type_id as deviceTypeId',
      'device.group_id as groupId',
      'user_group.path as groupPath',
      'device.rate_id as rateId',
      'device.simulated',
      'device.expected_interval_s as expectedIntervalS',
      'device.revision',
      'device.gateway_id as gatewayId',
      'gateway.device_code as gatewayCode',
      'device.slave_address as slaveAddress',
    ]);
}

/** An id, a code, or text of ten digits, which can be both. */
export interface DeviceKey {
  readonly id: number | undefined;
  readonly code: string | undefined;
}

/** Returns undefined if the text can be neither an id nor a code. */
export function deviceKeyOf(idOrCode: string | number): DeviceKey | undefined {
  const id = parseId(idOrCode);
  const code = isDeviceCode(idOrCode) ? idOrCode : undefined;
  return id === undefined && code === undefined ? undefined : { id, code };
}

/** Text that can be both is treated as the code, which is printed on the device. */
export function preferCode<T extends { readonly deviceCode: string }>(
  found: readonly T[],
  { code }: DeviceKey,
): T | undefined {
  return found.find(({ deviceCode }) => deviceCode === code) ?? found[0];
}

/** Returns the active device with that id or code within the scope, or undefined. */
export async function findDevice(
  db: Executor,
  scope: Scope,
  idOrCode: string | number,
): Promise<FoundDevice | undefined> {
  const key = deviceKeyOf(idOrCode);
  if (key === undefined) return undefined;
  const { id, code } = key;
  const candidates = await foundDevices(db)
    .where('device.customer_id', '=', scope.customerId)
    .where(sql<boolean>`user_group.path @> array[${scope.groupId}::integer]`)
    .where((eb) =>
      eb.or([
        ...(id === undefined ? [] : [eb('device.device_id', '=', id)]),
        ...(code === undefined ? [] : [eb('device.device_code', '=', code)]),
      ]),
    )
    .execute();
  return preferCode(candidates, key);
}

/**
 * Returns the active device with this code, of any customer, for a device that authenticates
 * itself. Must not be used for a user's request, because it checks no scope.
 */
export async function findDeviceOfLink(
  db: Executor,
  deviceCode: string,
): Promise<FoundDevice | undefined> {
  if (!isDeviceCode(deviceCode)) return undefined;
  return foundDevices(db)
    .innerJoin('device_code', (join) =>
      join
        .onRef('device_code.customer_id', '=', 'device.customer_id')
        .onRef('device_code.device_id', '=', 'device.device_id'),
    )
    .where('device_code.device_code', '=', deviceCode)
    .executeTakeFirst();
}
