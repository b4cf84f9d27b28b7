/** Queries for device registration. A code is unique among the active devices of all customers. */

import type { DeviceKind } from '@busbar/domain/device/device-type';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import { snakeCaseKeys } from '@busbar/domain/key-case';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { isCounted } from '../../shared/counted-device-queries.ts';
import { inheritFormerPlaces } from '../../shared/table-writers/former-place-queries.ts';
import { queueFirstTables } from '../../shared/table-writers/timer-table-change-queries.ts';
import { inheritFormerRates, insertFirstDeviceRate } from '../rates/device-rate-queries.ts';

export interface NewDevice {
  readonly deviceCode: string;
  readonly name: string;
  readonly deviceTypeId: number;
  readonly kind: DeviceKind;
  /** Protocol over MQTT; defaults to our own. */
  readonly protocol?: DeviceProtocol;
  readonly groupId: number;
  readonly rateId: number;
  readonly address: string;
  readonly band: string;
  readonly expectedIntervalS: number;
  /** Gateway of a slave, and the slave's address on the bus. */
  readonly slaveOf?: { readonly gatewayId: number; readonly address: number };
  readonly secretHash: Buffer | null;
  /** True for a breaker that a user tries the platform with; at most one of a customer. */
  readonly simulated: boolean;
}

export type Inserted = 'inserted' | 'code-taken' | 'id-taken';

/** Inserts a device. Needs a transaction; after `id-taken` the caller may retry with another id. */
export async function insertDevice(
  trx: Executor,
  customerId: number,
  deviceId: number,
  { slaveOf, ...device }: NewDevice,
  now: number,
): Promise<Inserted> {
  const code = await trx
    .insertInto('device_code')
    .values({ device_code: device.deviceCode, customer_id: customerId, device_id: deviceId })
    .onConflict((oc) => oc.doNothing())
    .returning('device_id')
    .executeTakeFirst();
  if (code === undefined) {
    return (await isCodeTaken(trx, [device.deviceCode])) ? 'code-taken' : 'id-taken';
  }
  const row = await trx
    .insertInto('device')
    .values({
      ...snakeCaseKeys(device),
      customer_id: customerId,
      device_id: deviceId,
      gateway_id: slaveOf?.gatewayId ?? null,
      slave_address: slaveOf?.address ?? null,
      secret_rotated_at: device.secretHash === null ? null : instant(now),
      created_at: instant(now),
    })
    .onConflict((oc) => oc.columns(['customer_id', 'device_id']).doNothing())
    .returning('device_id')
    .executeTakeFirst();
  if (row === undefined) {
    // A deleted device of this customer still has the id, and the readings of both must remain
    // separate.
    await freeCode(trx, customerId, deviceId);
    return 'id-taken';
  }
  await trx
    .insertInto('device_state')
    .values({ customer_id: customerId, device_id: deviceId })
    .execute();
  await insertFirstDeviceRate(trx, customerId, deviceId, device.rateId);
  await inheritFormerRates(trx, customerId, [deviceId], now);
  await inheritFormerPlaces(trx, customerId, [deviceId], now);
  await queueFirstTables(trx, customerId, [deviceId]);
  return 'inserted';
}

/** Returns true if any of the codes belongs to an active device of any customer. */
export async function isCodeTaken(db: Executor, codes: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from taken_device_codes(${[...codes]}::text[]) limit 1`.execute(db);
  return rows.length > 0;
}

export async function freeCode(trx: Executor, customerId: number, deviceId: number): Promise<void> {
  await trx
    .deleteFrom('device_code')
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .execute();
}

/**
 * Serializes registrations for one gateway code, so that a gateway and a device with the code of
 * one of its slaves cannot be registered concurrently.
 */
export async function lockGatewayCode(trx: Executor, gatewayCode: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${ALL_GATEWAYS}, 0))`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtextextended(${gatewayCode}, 0))`.execute(trx);
}

/**
 * Serializes the bulk registration of thousands of devices: a single lock excludes all single
 * registrations, because one lock per code would be too many.
 */
export async function lockAllGatewayCodes(trx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ALL_GATEWAYS}, 0))`.execute(trx);
}

/** Name of the lock on all gateway codes; no device code can equal it. */
const ALL_GATEWAYS = 'all gateways';

export async function countDevicesOfCustomer(db: Executor, customerId: number): Promise<number> {
  const { total } = await db
    .selectFrom('device')
    .select(sql<number>`count(*)`.as('total'))
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .where(isCounted('device'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Rated values printed on the device's nameplate; null if not entered. */
export async function ratedValues(
  db: Executor,
  { customerId, deviceId }: { readonly customerId: number; readonly deviceId: number },
): Promise<{ readonly voltageV: number | null; readonly currentA: number | null }> {
  const row = await db
    .selectFrom('device')
    .select(['rated_voltage_v as voltageV', 'rated_current_a as currentA'])
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return row ?? { voltageV: null, currentA: null };
}

/** Returns the addresses of the active slaves of a gateway. */
export async function slaveAddressesOf(
  db: Executor,
  gateway: { readonly customerId: number; readonly deviceId: number },
): Promise<Set<number | null>> {
  const rows = await db
    .selectFrom('device')
    .select('slave_address')
    .where('customer_id', '=', gateway.customerId)
    .where('gateway_id', '=', gateway.deviceId)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.slave_address));
}

/**
 * Returns the group ids from the root to the device's group, or to its last group if the device was
 * deleted; undefined if the customer never had the device.
 */
export async function groupPathOf(
  executor: Executor,
  customerId: number,
  deviceId: number,
): Promise<{ readonly path: readonly number[]; readonly isDeleted: boolean } | undefined> {
  return executor
    .selectFrom('device as d')
    .innerJoin('user_group as g', (join) =>
      join.onRef('g.customer_id', '=', 'd.customer_id').onRef('g.group_id', '=', 'd.group_id'),
    )
    .select(['g.path', sql<boolean>`d.deleted_at is not null`.as('isDeleted')])
    .where('d.customer_id', '=', customerId)
    .where('d.device_id', '=', deviceId)
    .executeTakeFirst();
}
