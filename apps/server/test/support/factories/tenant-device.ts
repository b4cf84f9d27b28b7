/** A device that can connect, written directly into the tables. */
import { createHash } from 'node:crypto';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import type { Database } from '../../../src/storage/database.ts';
import type { Tenant } from './tenant.ts';

export interface TestDevice {
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly secret: string;
}

let devices = 800_000_000;

export interface DeviceOptions {
  readonly kind?: 'main' | 'gateway' | 'dtu' | 'meter';
  /** Addresses of the device's existing slaves. */
  readonly slaves?: readonly number[];
  readonly expectedIntervalS?: number;
  /** Defaults to our own. */
  readonly protocol?: DeviceProtocol;
  /** Defaults to a new code. */
  readonly deviceCode?: string;
}

/** Registers a device of the tenant, with its slaves. */
export async function buildTenantDevice(
  database: Database,
  tenant: Tenant,
  options: DeviceOptions = {},
): Promise<TestDevice & { slaveIds: Map<number, number> }> {
  const { kind = 'main', slaves = [] } = options;
  const typeName = { main: 'MT61', gateway: 'MT88C', dtu: 'HF-DTU', meter: 'meter' }[kind];
  const type = await database.db
    .selectFrom('device_type')
    .select('device_type_id')
    .where('name', '=', typeName)
    .executeTakeFirstOrThrow();
  devices += 1;
  const deviceId = devices;
  const { deviceCode = `DEV-${deviceId}` } = options;
  const secret = `${deviceCode}-secret`;
  const slaveIds = new Map<number, number>();
  const row = (id: number, code: string, address: number | null) => ({
    customer_id: tenant.customerId,
    device_id: id,
    device_code: code,
    name: code,
    device_type_id: type.device_type_id,
    kind: address === null ? kind : ('slave' as const),
    group_id: tenant.groupId,
    rate_id: tenant.rateId,
    gateway_id: address === null ? null : deviceId,
    slave_address: address,
    protocol: options.protocol ?? ('busbar' as const),
    expected_interval_s: options.expectedIntervalS ?? 60,
    secret_hash: address === null ? createHash('sha256').update(secret).digest() : null,
    created_at: new Date(),
  });
  const rows = [row(deviceId, deviceCode, null)];
  for (const address of slaves) {
    devices += 1;
    slaveIds.set(address, devices);
    rows.push(row(devices, `${deviceCode}-${address}`, address));
  }
  await database.db.insertInto('device').values(rows).execute();
  await database.db
    .insertInto('device_code')
    .values(
      rows.map(({ customer_id, device_id, device_code }) => ({
        customer_id,
        device_id,
        device_code,
      })),
    )
    .execute();
  return { deviceId, deviceCode, secret, slaveIds };
}
