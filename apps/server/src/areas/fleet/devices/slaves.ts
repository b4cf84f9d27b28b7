/**
 * Registers slaves as devices when their gateway lists them on connect, or a device of another
 * manufacturer its further channels.
 */
import { isGatewayCode, isSlaveAddress, slaveCode } from '@busbar/domain/device/device-code';
import { hasChannels } from '@busbar/domain/device/protocol/device-channels';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { insertWithFreshId } from './add-device.ts';
import { lockDevice } from './device-change-queries.ts';
import { type FoundDevice, findDeviceOfLink } from './device-lookup-queries.ts';
import { slaveNature } from './device-nature.ts';
import { slaveAddressesOf } from './device-queries.ts';

export interface Slave extends Pick<FoundDevice, 'deviceId' | 'deviceCode' | 'groupId'> {
  readonly address: number;
}

/**
 * Registers the `addresses` that are not registered yet, in the gateway's group and with its
 * tariff. Returns the new slaves; the caller must publish `device.changed` for each after its
 * commit. Skips addresses outside 1 to 20 and addresses whose code another device has, or is too
 * long. Nothing is deleted: a slave that is switched off keeps its history.
 */
export async function ensureSlaves(
  ctx: Pick<Context, 'clock' | 'random'>,
  trx: Executor,
  gatewayCode: string,
  addresses: readonly number[],
): Promise<Slave[]> {
  const gateway = await findDeviceOfLink(trx, gatewayCode);
  if (gateway === undefined || !hasSlaves(gateway)) return [];
  const known = await slaveAddressesOf(trx, gateway);
  const wanted = new Set(addresses.filter((ad) => isSlaveAddress(ad) && !known.has(ad)));
  const added: Slave[] = [];
  for (const address of wanted) {
    const slave = await insertSlave(ctx, trx, gateway, address, `${gateway.name} ${address}`);
    if (slave !== undefined) added.push(slave);
  }
  return added;
}

const hasSlaves = ({ kind, protocol, deviceCode }: FoundDevice): boolean =>
  kind === 'gateway' || (hasChannels(protocol, kind) && isGatewayCode(deviceCode));

/** Returns undefined if another device has the code of the slave, or the gateway was deleted since. */
export async function insertSlave(
  ctx: Pick<Context, 'clock' | 'random'>,
  trx: Executor,
  gateway: FoundDevice,
  address: number,
  name: string,
): Promise<Slave | undefined> {
  if (!(await lockDevice(trx, gateway.customerId, gateway.deviceId))) return undefined;
  const deviceCode = slaveCode(gateway.deviceCode, address);
  const { groupId, rateId } = gateway;
  const deviceId = await insertWithFreshId(ctx, trx, gateway.customerId, {
    ...slaveNature(gateway, address),
    deviceCode,
    name,
    groupId,
    rateId,
    address: '',
    secretHash: null,
    simulated: false,
  });
  return deviceId === undefined ? undefined : { deviceId, deviceCode, groupId, address };
}
