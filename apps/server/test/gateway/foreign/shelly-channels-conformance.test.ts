/**
 * The embedded broker with the second channel of a Shelly, whose readings and commands are those of
 * a slave.
 */
import { startMqtt } from '../../../src/gateway/mqtt/start-mqtt.ts';
import { ShellyDevice } from '../../support/devices/shelly-device.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { describeDriver, type ProtocolClient } from '../driver-conformance.ts';

/** Ids of the channels, by those of their devices. */
const channels = new Map<number, number>();

describeDriver('a channel of a Shelly', {
  start: startMqtt,
  readingsPerMessage: 1,
  hasCommandIds: false,
  kindsOfDevice: new Set(['switch', 'slaves']),
  usualKind: 'slaves',
  slaveAddress: 2,
  env: { DEVICE_RATE: '10000', DEVICE_BURST: '10000' },
  async build(database, tenant) {
    const device = await buildTenantDevice(database, tenant, { protocol: 'shelly', slaves: [2] });
    channels.set(device.deviceId, device.slaveIds.get(2)!);
    return device;
  },
  meterOf: ({ deviceId }) => channels.get(deviceId)!,
  async connect({ port }, device): Promise<ProtocolClient> {
    const shelly = await ShellyDevice.connect(port!, device);
    await shelly.subscribe();
    return {
      async sendReadings(readings) {
        await Promise.all(
          readings.map(({ at, voltageA }) =>
            shelly.notify({ 'switch:1': { id: 1, voltage: voltageA } }, at),
          ),
        );
      },
      sendUnreadable: () => shelly.publish('events/rpc', 'not json'),
      ping: () => shelly.subscribe(),
      received: shelly.switched,
      reply: () => shelly.replyToSwitch({ was_on: true }),
      ended: shelly.ended,
      breakOff: () => shelly.breakOff(),
    };
  },
});
