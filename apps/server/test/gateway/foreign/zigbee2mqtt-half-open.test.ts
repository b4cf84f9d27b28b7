/**
 * A Zigbee2MQTT bridge subscribes at QoS 0: its response shows that it has received a command, even
 * if the device behind it does not answer (docs/promises.md C2).
 */
import { ZIGBEE_BREAKER } from '@busbar/device-protocol/test/captured-messages';
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../../support/databases.ts';
import { rowsOfDevice } from '../../support/devices/device-rows.ts';
import { Zigbee2MqttBridge } from '../../support/devices/zigbee2mqtt-bridge.ts';
import { eventually } from '../../support/eventually.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { fixture } from '../../support/fixture.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { sampleCommand } from '../../support/sample-commands.ts';
import { startTestGateway } from '../../support/start-gateway.ts';

describeWithDatabase('a command to a device behind a Zigbee2MQTT bridge', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'zigbee', now: Date.now() }));
  const clock = fixture(async () => manualClock(Date.now()));
  const gateway = fixture(() => startTestGateway(database, { clock }));

  async function commanded({ answersHealthChecks = true } = {}) {
    const device = await buildTenantDevice(database, tenant, {
      protocol: 'zigbee2mqtt',
      kind: 'gateway',
    });
    const bridge = await Zigbee2MqttBridge.connect(gateway.port, device);
    Object.assign(bridge, { answersHealthChecks, isReaching: false });
    await bridge.start([ZIGBEE_BREAKER]);
    await bridge.report(ZIGBEE_BREAKER, { state: 'ON' });
    const { link } = gateway.gateway;
    await eventually(() => link.isConnected(device.deviceCode)).toBe(true);
    const command = sampleCommand('c-1', 'slaves');
    expect(await link.send(device.deviceCode, command, () => 60_000)).toBe('sent');
    await eventually(() => bridge.requestsOf('bridge/request/health_check')).toEqual([
      '{"transaction":"c-1"}',
    ]);
    return { ...device, bridge, link };
  }

  it('names the address of the device, not its name, and is written before the requests', async () => {
    const { bridge } = await commanded();
    const { ieee_address } = ZIGBEE_BREAKER;
    expect(bridge.requests.slice(-3)).toEqual([
      { topic: `${ieee_address}/set`, payload: '{"state":"OFF"}' },
      { topic: `${ieee_address}/get`, payload: '{"state":""}' },
      { topic: 'bridge/request/health_check', payload: '{"transaction":"c-1"}' },
    ]);
  });

  it('closes the connection if the bridge does not respond within 5 s', async () => {
    const { deviceCode, deviceId, bridge, link } = await commanded({ answersHealthChecks: false });
    clock.advance(4_900);
    expect(link.isConnected(deviceCode)).toBe(true);
    await bridge.report(ZIGBEE_BREAKER, { power: 3 });
    clock.advance(200);
    await bridge.ended;
    expect(link.isConnected(deviceCode)).toBe(false);
    const isOnline = async () => (await rowsOfDevice(database, 'device_state', deviceId))[0];
    await eventually(isOnline).toMatchObject({ connected: false });
  });

  it('leaves the connection open if the bridge responds, though the device does not', async () => {
    const { deviceCode, bridge, link } = await commanded();
    // Its response is on its way before this message.
    await bridge.report(ZIGBEE_BREAKER, { power: 3 });
    clock.advance(6_000);
    await bridge.report(ZIGBEE_BREAKER, { power: 4 });
    expect(link.isConnected(deviceCode)).toBe(true);
  });

  it('is not sent before the bridge has sent its settings', async () => {
    const device = await buildTenantDevice(database, tenant, {
      protocol: 'zigbee2mqtt',
      kind: 'gateway',
    });
    const bridge = await Zigbee2MqttBridge.connect(gateway.port, device);
    bridge.answersOptions = false;
    await bridge.subscribe();
    await bridge.publish('bridge/state', { state: 'online' });
    const { link } = gateway.gateway;
    expect(link.isConnected(device.deviceCode)).toBe(false);
    await bridge.publishInfo();
    await eventually(() => link.isConnected(device.deviceCode)).toBe(true);
  });

  it('is not encoded for an unknown device, or for the bridge itself', async () => {
    const { deviceCode, bridge, link } = await commanded();
    const unknown = { ...sampleCommand('c-2', 'slaves'), slots: [{ address: 7, order: 'open' }] };
    const own = sampleCommand('c-3', 'switch');
    for (const command of [unknown as typeof own, own]) {
      expect(await link.send(deviceCode, command, () => 60_000)).toBe('not-supported');
    }
    expect(bridge.switched).toHaveLength(1);
  });
});
