/** Creates the protocol of a connection of another manufacturer's device. */
import { randomInt } from 'node:crypto';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import { knownSwitch } from '../../../areas/control/outcomes/switch-queries.ts';
import type { LinkDevice } from '../../../areas/telemetry/presence/link-device.ts';
import type { Context } from '../../../context.ts';
import type { ConnectionFacts, ForeignProtocol } from './foreign-protocol.ts';
import { ShellyConnection } from './shelly-connection.ts';
import { TasmotaConnection } from './tasmota-connection.ts';
import { Zigbee2MqttConnection } from './zigbee2mqtt-connection.ts';

/** The ids of the requests of a connection begin below this and stay exact. */
const MAX_FIRST_ID = 2 ** 31;

const CONNECTIONS: Readonly<
  Record<Exclude<DeviceProtocol, 'busbar'>, new (facts: ConnectionFacts) => ForeignProtocol>
> = {
  shelly: ShellyConnection,
  tasmota: TasmotaConnection,
  zigbee2mqtt: Zigbee2MqttConnection,
};

/** Returns undefined for our own protocol. Rejects if the database is unavailable. */
export async function foreignProtocolOf(
  { database, clock }: Context,
  { device, protocol }: { readonly device: LinkDevice; readonly protocol: DeviceProtocol },
  { isShared }: Pick<ConnectionFacts, 'isShared'> = { isShared: false },
): Promise<ForeignProtocol | undefined> {
  if (protocol === 'busbar') return undefined;
  const Connection = CONNECTIONS[protocol];
  const slaves = [...device.slaves.values()].map(({ ref }) => ref);
  const [known, ...ofSlaves] = await Promise.all(
    [device.ref, ...slaves].map((ref) => knownSwitch(database.db, ref)),
  );
  return new Connection({
    code: device.ref.deviceCode,
    device,
    known: known!,
    knownOfSlaves: new Map(slaves.map(({ deviceId }, at) => [deviceId, ofSlaves[at]!])),
    monotonic: () => clock.monotonic(),
    isShared,
    firstId: randomInt(MAX_FIRST_ID),
  });
}
