/**
 * The embedded broker with a Tasmota device. Its readings have no time, and it publishes at QoS 0;
 * this client uses QoS 1, as a device behind a bridge does, so that there are acknowledgements.
 */
import { startMqtt } from '../../../src/gateway/mqtt/start-mqtt.ts';
import { TasmotaDevice } from '../../support/devices/tasmota-device.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { describeDriver, type ProtocolClient } from '../driver-conformance.ts';

describeDriver('Tasmota', {
  start: startMqtt,
  isUndated: true,
  readingsPerMessage: 1,
  hasCommandIds: false,
  isReplyPosition: true,
  kindsOfDevice: new Set(['switch']),
  env: { DEVICE_RATE: '10000', DEVICE_BURST: '10000' },
  build: (database, tenant) => buildTenantDevice(database, tenant, { protocol: 'tasmota' }),
  async connect({ port }, device): Promise<ProtocolClient> {
    const tasmota = await TasmotaDevice.connect(port!, device);
    await tasmota.subscribe();
    return {
      async sendReadings(readings) {
        await Promise.all(
          readings.map(({ voltageA }) => tasmota.sense({ ENERGY: { Voltage: voltageA } })),
        );
      },
      sendUnreadable: () => tasmota.publish('tele', 'SENSOR', 'not json'),
      ping: () => tasmota.subscribe(),
      received: tasmota.switched,
      // It has no other reply than its position, which also confirms a command.
      reply: () => tasmota.power('OFF'),
      ended: tasmota.ended,
      breakOff: () => tasmota.breakOff(),
    };
  },
});
