/**
 * The embedded broker with a Shelly. It sends its readings as notifications, one in a message; its
 * answers to requests for its status are left out, because they are no readings.
 */
import { startMqtt } from '../../../src/gateway/mqtt/start-mqtt.ts';
import { ShellyDevice } from '../../support/devices/shelly-device.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { describeDriver, type ProtocolClient } from '../driver-conformance.ts';

describeDriver('Shelly', {
  start: startMqtt,
  readingsPerMessage: 1,
  hasCommandIds: false,
  kindsOfDevice: new Set(['switch']),
  env: { DEVICE_RATE: '10000', DEVICE_BURST: '10000' },
  build: (database, tenant) => buildTenantDevice(database, tenant, { protocol: 'shelly' }),
  async connect({ port }, device): Promise<ProtocolClient> {
    const shelly = await ShellyDevice.connect(port!, device);
    await shelly.subscribe();
    return {
      async sendReadings(readings) {
        await Promise.all(
          readings.map(({ at, voltageA }) =>
            shelly.notify({ 'switch:0': { id: 0, voltage: voltageA } }, at),
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
