/** The availability that a Zigbee2MQTT bridge publishes is the presence of its slaves. */
import {
  ZIGBEE_BREAKER,
  ZIGBEE_BREAKER_STATE,
  ZIGBEE_PLUG,
} from '@busbar/device-protocol/test/captured-messages';
import type { Presence } from '@busbar/domain/device/presence';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { PRESENCE_JOINS, presenceAt } from '../../../src/areas/fleet/devices/presence-queries.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { Zigbee2MqttBridge } from '../../support/devices/zigbee2mqtt-bridge.ts';
import { eventually } from '../../support/eventually.ts';
import { foreignRig } from './foreign-rig.ts';

const NAME = ZIGBEE_BREAKER.friendly_name;

describeWithDatabase('the availability of a Zigbee device', (database) => {
  const rig = foreignRig(database, 'zigbee2mqtt', 'gateway');

  const slaveOf = async (gatewayId: number) =>
    (
      await database.db
        .selectFrom('device')
        .select('device_id')
        .where('gateway_id', '=', gatewayId)
        .executeTakeFirstOrThrow()
    ).device_id;
  const presenceOf = (deviceId: number) =>
    eventually(async () => {
      const { rows } = await sql<{ presence: Presence }>`
        select ${presenceAt(Date.now())} as presence from device ${PRESENCE_JOINS}
        where device.device_id = ${deviceId}`.execute(database.db);
      return rows[0]?.presence;
    });

  /** A bridge with a closed breaker that is online. */
  async function withBreaker() {
    const device = await rig.build();
    const bridge = await Zigbee2MqttBridge.connect(rig.server.mqttPort, device);
    bridge.cache.set(ZIGBEE_BREAKER.ieee_address, { ...ZIGBEE_BREAKER_STATE, state: 'ON' });
    await bridge.start([ZIGBEE_BREAKER]);
    await bridge.report(ZIGBEE_BREAKER, {});
    const slaveId = await slaveOf(device.deviceId);
    await rig.actionOf(slaveId).toBe('closeByManual');
    await presenceOf(slaveId).toBe('online');
    return { ...device, bridge, slaveId };
  }
  const available = (bridge: Zigbee2MqttBridge, payload: unknown, name = NAME) =>
    bridge.publish(`${name}/availability`, payload, { retain: true });

  it.each([
    [{ state: 'offline' }, { state: 'online' }],
    ['offline', 'online'],
  ])('is its presence: %j and %j', async (offline, online) => {
    const { bridge, slaveId, deviceId } = await withBreaker();
    const events: unknown[] = [];
    const stop = rig.server.parts.context.bus.subscribe('presence.changed', (event) => {
      if (event.deviceId === slaveId) events.push(event.presence);
    });
    await available(bridge, offline);
    await presenceOf(slaveId).toBe('offline');
    await presenceOf(deviceId).toBe('online');
    expect(await rig.submit(slaveId, 'open')).toMatchObject({ refusal: 'device-offline' });
    expect(bridge.requestsOf(`${ZIGBEE_BREAKER.ieee_address}/set`)).toEqual([]);
    await available(bridge, online);
    await presenceOf(slaveId).toBe('online');
    const id = await rig.accepted(slaveId, 'open');
    await rig.stateOf(id).toMatchObject({ state: 'confirmed' });
    stop();
    expect(events.filter((one, at) => one !== events[at - 1])).toEqual(['offline', 'online']);
  });

  it('is unknown for words that are none, which change nothing', async () => {
    const { bridge, slaveId } = await withBreaker();
    for (const payload of ['', 'away', { state: 'perhaps' }, '[]'])
      await available(bridge, payload);
    await available(bridge, 'offline', 'somebody');
    await presenceOf(slaveId).toBe('online');
  });

  it('outlasts the connection of the bridge, and ends with a new value of the device', async () => {
    const { bridge, slaveId, ...device } = await withBreaker();
    await available(bridge, { state: 'offline' });
    await presenceOf(slaveId).toBe('offline');
    bridge.breakOff();
    await rig.isOnline(device.deviceId).toBe(false);
    const again = await Zigbee2MqttBridge.connect(rig.server.mqttPort, device);
    again.isReaching = false;
    await again.start([ZIGBEE_BREAKER]);
    await rig.isOnline(device.deviceId).toBe(true);
    // A bridge repeats the values of a device that is away.
    await again.report(ZIGBEE_BREAKER, ZIGBEE_BREAKER_STATE);
    await again.report(ZIGBEE_BREAKER, {});
    await presenceOf(slaveId).toBe('offline');
    await again.report(ZIGBEE_BREAKER, { power: 55 });
    await presenceOf(slaveId).toBe('online');
  });

  it('applies although the bridge publishes it before its list of devices', async () => {
    const device = await rig.build();
    const bridge = await Zigbee2MqttBridge.connect(rig.server.mqttPort, device);
    await available(bridge, { state: 'offline' });
    await available(bridge, { state: 'online' }, ZIGBEE_PLUG.friendly_name);
    await bridge.start([ZIGBEE_BREAKER, ZIGBEE_PLUG]);
    await bridge.publishInfo();
    const unreachable = async () => {
      const { rows } = await sql<{ address: string; unreachable: boolean | null }>`
        select z.ieee_address as address, s.unreachable from zigbee_device z
        join device d on d.gateway_id = z.gateway_id and d.slave_address = z.slave_address
        left join device_state s on s.device_id = d.device_id
        where z.gateway_id = ${device.deviceId} and s.unreachable`.execute(database.db);
      return rows.map(({ address }) => address);
    };
    await eventually(unreachable).toEqual([ZIGBEE_BREAKER.ieee_address]);
  });

  it('is offline for all devices when the bridge is offline', async () => {
    const { bridge, slaveId } = await withBreaker();
    void bridge.publish('bridge/state', { state: 'offline' }).catch(() => undefined);
    await bridge.ended;
    await presenceOf(slaveId).toBe('offline');
    expect(await rig.submit(slaveId, 'open')).toMatchObject({ refusal: 'device-offline' });
  });
});
