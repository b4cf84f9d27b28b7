/** Registers the devices behind a Zigbee bridge as its slaves. */
import { isDeepStrictEqual } from 'node:util';
import { SLAVE_ADDRESS_MAX, SLAVE_ADDRESS_MIN } from '@busbar/domain/device/device-code';
import type { ZigbeeDevice } from '@busbar/domain/device/device-report';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { plainText } from '../../shared/plain-text.ts';
import { type FoundDevice, findDeviceOfLink } from '../devices/device-lookup-queries.ts';
import { slaveAddressesOf } from '../devices/device-queries.ts';
import { insertSlave, type Slave } from '../devices/slaves.ts';
import {
  type StoredZigbeeDevice,
  storeZigbeeDevice,
  zigbeeDevicesOf,
} from './zigbee-device-queries.ts';

const MAX_NAME = 100;

/**
 * A device keeps its number for ever, also if it leaves the network or its slave is deleted: another
 * one with that number would have its commands and its history. Devices for which no number is free
 * are not registered. Returns the new slaves. The caller must have locked the bridge (`lockDevices`).
 */
export async function ensureZigbeeSlaves(
  ctx: Pick<Context, 'clock' | 'random'>,
  trx: Executor,
  bridgeCode: string,
  devices: readonly ZigbeeDevice[],
): Promise<Slave[]> {
  const bridge = await findDeviceOfLink(trx, bridgeCode);
  if (bridge?.protocol !== 'zigbee2mqtt' || bridge.kind !== 'gateway') return [];
  const stored = (await zigbeeDevicesOf(trx, [bridge])).get(bridge.deviceId);
  const registered = await slaveAddressesOf(trx, bridge);
  const used = new Set([...(stored?.values() ?? [])].map(({ address }) => address));
  const added: Slave[] = [];
  for (const { ieeeAddress, name, exposes } of devices) {
    const known = stored?.get(ieeeAddress);
    const free = known === undefined ? freeAddresses(registered, used) : [known.address];
    const insert = () => insertFirst(ctx, trx, bridge, free, nameOf(name, bridge));
    const isRegistered = known !== undefined && registered.has(known.address);
    const slave = isRegistered ? undefined : await insert();
    const address = known?.address ?? slave?.address;
    if (address === undefined) continue;
    if (slave !== undefined) added.push(slave);
    used.add(address);
    if (!isSame(known, exposes)) {
      await storeZigbeeDevice(trx, bridge, ieeeAddress, { address, exposes });
    }
  }
  return added;
}

const isSame = (known: StoredZigbeeDevice | undefined, exposes: readonly unknown[]) =>
  known !== undefined && isDeepStrictEqual(known.exposes, exposes);

function freeAddresses(
  registered: ReadonlySet<number | null>,
  used: ReadonlySet<number>,
): readonly number[] {
  const count = SLAVE_ADDRESS_MAX - SLAVE_ADDRESS_MIN + 1;
  return Array.from({ length: count }, (_, i) => SLAVE_ADDRESS_MIN + i).filter(
    (address) => !registered.has(address) && !used.has(address),
  );
}

/** Tries the addresses in turn: a device of another customer may have the code of a slave. */
async function insertFirst(
  ctx: Pick<Context, 'clock' | 'random'>,
  trx: Executor,
  bridge: FoundDevice,
  addresses: readonly number[],
  name: string,
): Promise<Slave | undefined> {
  for (const address of addresses) {
    const slave = await insertSlave(ctx, trx, bridge, address, name);
    if (slave !== undefined) return slave;
  }
  return undefined;
}

function nameOf(name: string, bridge: FoundDevice): string {
  return plainText(plainText(name).slice(0, MAX_NAME)) || bridge.name;
}
