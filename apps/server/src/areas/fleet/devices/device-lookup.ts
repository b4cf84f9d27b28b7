/**
 * From what a caller or a link names to the device. Every place that takes a device id takes its
 * code too (docs/decisions.md 25); a device outside the caller's group is the same as none.
 */
import { isDeviceCode } from '@busbar/domain/device/device-code';
import type { DeviceKind } from '@busbar/domain/device/device-type';
import { sql } from 'kysely';
import type { DeviceRef } from '../../../bus.ts';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';

export interface FoundDevice extends DeviceRef {
  readonly name: string;
  readonly kind: DeviceKind;
  readonly deviceTypeId: number;
  readonly groupId: number;
  readonly rateId: number;
  readonly expectedIntervalS: number;
  /** A slave's gateway and the address it is spoken to under; null for every other kind. */
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
      'device.device_type_id as deviceTypeId',
      'device.group_id as groupId',
      'user_group.path as groupPath',
      'device.rate_id as rateId',
      'device.expected_interval_s as expectedIntervalS',
      'device.gateway_id as gatewayId',
      'gateway.device_code as gatewayCode',
      'device.slave_address as slaveAddress',
    ]);
}

/**
 * The living device of that id or code within the scope; undefined when there is none there.
 * Text of ten digits can be both: then it is the code, which is printed on the device.
 */
export async function findDevice(
  db: Executor,
  scope: Scope,
  idOrCode: string | number,
): Promise<FoundDevice | undefined> {
  const id = parseId(idOrCode);
  const code = isDeviceCode(idOrCode) ? idOrCode : undefined;
  if (id === undefined && code === undefined) return undefined;
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
  return candidates.find((device) => device.deviceCode === code) ?? candidates[0];
}

/**
 * The living device that bears this code, whoever owns it: for a device that speaks for itself.
 * Never for a caller: it knows no scope.
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
