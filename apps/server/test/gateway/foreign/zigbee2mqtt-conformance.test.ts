/**
 * The embedded broker with a Zigbee2MQTT bridge, whose readings and commands are those of a device
 * behind it. Zigbee2MQTT subscribes and publishes at QoS 0; this client uses QoS 1, so that there are
 * acknowledgements.
 */
import { ZIGBEE_BREAKER } from '@busbar/device-protocol/test/captured-messages';
import { relevantExposes } from '@busbar/device-protocol/zigbee2mqtt/zigbee-exposes';
import { storeZigbeeDevice } from '../../../src/areas/fleet/zigbee/zigbee-device-queries.ts';
import { startMqtt } from '../../../src/gateway/mqtt/start-mqtt.ts';
import { Zigbee2MqttBridge } from '../../support/devices/zigbee2mqtt-bridge.ts';
import { eventually } from '../../support/eventually.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { describeDriver, type ProtocolClient } from '../driver-conformance.ts';

const { ieee_address: ieeeAddress, definition } = ZIGBEE_BREAKER;
/** Ids of the devices behind the bridges, by those of the bridges. */
const meters = new Map<number, number>();

describeDriver('Zigbee2MQTT', {
  start: startMqtt,
  isUndated: true,
  readingsPerMessage: 1,
  hasCommandIds: false,
  kindsOfDevice: new Set(['slaves']),
  usualKind: 'slaves',
  env: { DEVICE_RATE: '10000', DEVICE_BURST: '10000' },
  async build(database, tenant) {
    const bridge = await buildTenantDevice(database, tenant, {
      protocol: 'zigbee2mqtt',
      kind: 'gateway',
      slaves: [1],
    });
    meters.set(bridge.deviceId, bridge.slaveIds.get(1)!);
    const key = { customerId: tenant.customerId, deviceId: bridge.deviceId };
    const exposes = relevantExposes(definition.exposes);
    await storeZigbeeDevice(database.db, key, ieeeAddress, { address: 1, exposes });
    return bridge;
  },
  meterOf: ({ deviceId }) => meters.get(deviceId)!,
  async connect({ port }, device): Promise<ProtocolClient> {
    const bridge = await Zigbee2MqttBridge.connect(port!, device);
    bridge.isReaching = false;
    bridge.answersHealthChecks = false;
    await bridge.start([ZIGBEE_BREAKER], 1);
    await eventually(() => bridge.requestsOf('bridge/request/options')).toHaveLength(1);
    // The first values of a connection may be old, and are no reading.
    await bridge.report(ZIGBEE_BREAKER, { power: 0, state: 'ON' });
    let reported = 0;
    return {
      async sendReadings(readings) {
        await Promise.all(
          readings.map(({ voltageA }) => {
            reported += 1;
            return bridge.report(ZIGBEE_BREAKER, { voltage: voltageA, power: reported });
          }),
        );
      },
      sendUnreadable: () => bridge.publish(ZIGBEE_BREAKER.friendly_name, 'not json'),
      ping: () => bridge.subscribe(1),
      received: bridge.switched,
      reply: (transaction) =>
        bridge.publish('bridge/response/health_check', { status: 'ok', transaction }),
      ended: bridge.ended,
      breakOff: () => bridge.breakOff(),
    };
  },
});
