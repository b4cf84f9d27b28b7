/**
 * The embedded broker with the second relay of a Tasmota device, whose readings and commands are
 * those of a slave. This client uses QoS 1, so that there are acknowledgements.
 */
import { startMqtt } from '../../../src/gateway/mqtt/start-mqtt.ts';
import { TasmotaDevice } from '../../support/devices/tasmota-device.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { describeDriver, type ProtocolClient } from '../driver-conformance.ts';

/** Ids of the channels, by those of their devices. */
const channels = new Map<number, number>();

describeDriver('a relay of a Tasmota', {
  start: startMqtt,
  isUndated: true,
  readingsPerMessage: 1,
  hasCommandIds: false,
  kindsOfDevice: new Set(['switch', 'slaves']),
  usualKind: 'slaves',
  slaveAddress: 2,
  env: { DEVICE_RATE: '10000', DEVICE_BURST: '10000' },
  async build(database, tenant) {
    const device = await buildTenantDevice(database, tenant, { protocol: 'tasmota', slaves: [2] });
    channels.set(device.deviceId, device.slaveIds.get(2)!);
    return device;
  },
  meterOf: ({ deviceId }) => channels.get(deviceId)!,
  async connect({ port }, device): Promise<ProtocolClient> {
    const tasmota = await TasmotaDevice.connect(port!, device);
    await tasmota.subscribe();
    // Commands and lists wait until the relays are known.
    await tasmota.sense({});
    await tasmota.publish('tele', 'STATE', { Uptime: '0T00:10:00', POWER1: 'ON', POWER2: 'ON' });
    return {
      async sendReadings(readings) {
        await Promise.all(
          readings.map(({ voltageA }) =>
            tasmota.sense({ ENERGY: { Power: [null, 5], Voltage: [null, voltageA] } }),
          ),
        );
      },
      sendUnreadable: () => tasmota.publish('tele', 'SENSOR', 'not json'),
      ping: () => tasmota.subscribe(),
      received: tasmota.switched,
      reply: () => tasmota.publish('stat', 'RESULT', { POWER2: 'OFF' }),
      ended: tasmota.ended,
      breakOff: () => tasmota.breakOff(),
    };
  },
});
