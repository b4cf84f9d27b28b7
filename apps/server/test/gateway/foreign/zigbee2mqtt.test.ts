/** Zigbee2MQTT bridges on the embedded broker, with captured messages (docs/promises.md C, G). */
import {
  ZIGBEE_BREAKER,
  ZIGBEE_BREAKER_NEXT,
  ZIGBEE_BREAKER_OPENED,
  ZIGBEE_BREAKER_STATE,
  ZIGBEE_BUTTON,
  ZIGBEE_OTHERS,
  ZIGBEE_PLUG,
} from '@busbar/device-protocol/test/captured-messages';
import { describe, expect, it } from 'vitest';
import { changeSlots } from '../../../src/areas/control/gateway-slots/change-slots.ts';
import { summonSlaves } from '../../../src/areas/control/gateway-slots/slave-summon.ts';
import { readParameters } from '../../../src/areas/control/protection/read-parameters.ts';
import { QUALITY_ARRIVAL } from '../../../src/areas/telemetry/ingest/work.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { type BridgedDevice, Zigbee2MqttBridge } from '../../support/devices/zigbee2mqtt-bridge.ts';
import { eventually } from '../../support/eventually.ts';
import { callerOf } from '../../support/factories/tenant-users.ts';
import { foreignRig } from './foreign-rig.ts';

const ALL = [...ZIGBEE_OTHERS, ZIGBEE_BUTTON, ZIGBEE_PLUG, ZIGBEE_BREAKER];
const [PLUG, BREAKER] = [ZIGBEE_PLUG.ieee_address, ZIGBEE_BREAKER.ieee_address];
const SETTINGS = { device_options: { optimistic: false } };

describeWithDatabase('a Zigbee2MQTT bridge', (database) => {
  const rig = foreignRig(database, 'zigbee2mqtt', 'gateway');
  const { rows, actionOf, stateOf, accepted, actions } = rig;

  async function slavesOf(gatewayId: number): Promise<Map<string, number>> {
    const found = await database.db
      .selectFrom('device')
      .innerJoin('zigbee_device', (join) =>
        join
          .onRef('zigbee_device.customer_id', '=', 'device.customer_id')
          .onRef('zigbee_device.gateway_id', '=', 'device.gateway_id')
          .onRef('zigbee_device.slave_address', '=', 'device.slave_address'),
      )
      .select(['ieee_address', 'device_id'])
      .where('device.gateway_id', '=', gatewayId)
      .where('device.deleted_at', 'is', null)
      .execute();
    return new Map(found.map((row) => [row.ieee_address, row.device_id]));
  }

  async function started(
    devices: readonly BridgedDevice[] = ALL,
    settings: Readonly<Record<string, unknown>> = SETTINGS,
  ) {
    const device = await rig.build();
    const bridge = await Zigbee2MqttBridge.connect(rig.server.mqttPort, device);
    bridge.settings = settings;
    await bridge.start(devices);
    return { ...device, bridge };
  }

  /** A bridge with one breaker that has answered the requests for its position. */
  async function withBreaker(position: 'ON' | 'OFF' = 'ON') {
    const device = await rig.build();
    const bridge = await Zigbee2MqttBridge.connect(rig.server.mqttPort, device);
    bridge.cache.set(BREAKER, { ...ZIGBEE_BREAKER_STATE, state: position });
    await bridge.start([ZIGBEE_BREAKER]);
    await bridge.report(ZIGBEE_BREAKER, {});
    const slaveId = (await slavesOf(device.deviceId)).get(BREAKER)!;
    await actionOf(slaveId).toBe(position === 'ON' ? 'closeByManual' : 'openByManual');
    return { ...device, bridge, slaveId };
  }

  describe('that lists its devices', () => {
    it('has those registered that can be read or switched, with their names', async () => {
      const { deviceId } = await started();
      const slaves = await slavesOf(deviceId);
      expect([...slaves.keys()].toSorted()).toEqual([PLUG, BREAKER].toSorted());
      const plug = await database.db
        .selectFrom('device')
        .select(['name', 'kind', 'protocol', 'slave_address', 'device_code'])
        .where('device_id', '=', slaves.get(PLUG)!)
        .executeTakeFirstOrThrow();
      expect(plug).toMatchObject({ name: 'power_plug', kind: 'slave', protocol: 'zigbee2mqtt' });
    });

    it('keeps their numbers, whatever joins, leaves, or is deleted', async () => {
      const { bridge, deviceId } = await started([ZIGBEE_PLUG]);
      const plug = (await slavesOf(deviceId)).get(PLUG)!;
      await database.db
        .updateTable('device')
        .set({ deleted_at: new Date() })
        .where('device_id', '=', plug)
        .execute();
      await database.db.deleteFrom('device_code').where('device_id', '=', plug).execute();
      bridge.devices = [ZIGBEE_BREAKER];
      await bridge.publishDevices();
      const numbers = async () => {
        const stored = await database.db
          .selectFrom('zigbee_device')
          .select(['ieee_address', 'slave_address'])
          .where('gateway_id', '=', deviceId)
          .orderBy('slave_address')
          .execute();
        return stored.map((row) => [row.ieee_address, row.slave_address]);
      };
      await eventually(numbers).toEqual([
        [PLUG, 1],
        [BREAKER, 2],
      ]);
      bridge.devices = [ZIGBEE_BREAKER, ZIGBEE_PLUG];
      await bridge.publishDevices();
      const again = (await slavesOf(deviceId)).get(PLUG)!;
      expect(again).not.toBe(plug);
      expect(await numbers()).toEqual([
        [PLUG, 1],
        [BREAKER, 2],
      ]);
    });

    it('has no more than twenty registered, and the message rejected', async () => {
      const many = Array.from({ length: 22 }, (_, i) => ({
        ...ZIGBEE_PLUG,
        ieee_address: `0x00178801000000${(i + 16).toString(16)}`,
        friendly_name: `plug ${i}`,
      }));
      const { deviceId } = await started(many);
      expect((await slavesOf(deviceId)).size).toBe(20);
      expect(await rows('rejected_message', deviceId)).toMatchObject([{ reason: 'too-many' }]);
    });

    it('may send a list of several hundred KiB', async () => {
      const padding = { ...ZIGBEE_OTHERS[0]!, description: 'x'.repeat(600_000) };
      const { deviceId } = await started([padding, ZIGBEE_PLUG]);
      expect((await slavesOf(deviceId)).size).toBe(1);
    });
  });

  describe('that publishes values of a device', () => {
    it('has them stored at their arrival once they are new', async () => {
      const { bridge, deviceId } = await started();
      const breaker = (await slavesOf(deviceId)).get(BREAKER)!;
      await bridge.publish(BREAKER, ZIGBEE_BREAKER_STATE);
      expect(await rows('measurement', breaker)).toEqual([]);
      const before = Date.now();
      await bridge.publish(BREAKER, ZIGBEE_BREAKER_NEXT);
      const [measured, ...others] = await rows('measurement', breaker);
      expect(others).toEqual([]);
      expect(measured).toMatchObject({
        quality: QUALITY_ARRIVAL,
        voltage_a_v: 225,
        current_a_a: 3.61,
        active_power_kw: 0.692,
      });
      expect(measured!['ts'] as number).toBeGreaterThanOrEqual(before);
      // Its register is the one that was known, perhaps since before a restart of the bridge.
      expect(await rows('energy_register', breaker)).toEqual([]);
      await bridge.publish(BREAKER, { ...ZIGBEE_BREAKER_NEXT, energy: 0.1 });
      expect(await rows('energy_register', breaker)).toMatchObject([
        { quality: QUALITY_ARRIVAL, active_total_kwh: '0.1' },
      ]);
    });

    it('never has an old register stored with a new time, after any restart', async () => {
      const { bridge, deviceId, ...device } = await started();
      const breaker = (await slavesOf(deviceId)).get(BREAKER)!;
      await bridge.report(ZIGBEE_BREAKER, { ...ZIGBEE_BREAKER_STATE, energy: 100 });
      await bridge.report(ZIGBEE_BREAKER, { energy: 101 });
      bridge.breakOff();
      await rig.isOnline(deviceId).toBe(false);
      const again = await Zigbee2MqttBridge.connect(rig.server.mqttPort, { ...device });
      again.cache.set(BREAKER, bridge.cache.get(BREAKER)!);
      await again.start(ALL);
      await again.report(ZIGBEE_BREAKER, {});
      await again.report(ZIGBEE_BREAKER, { power: 12 });
      await again.report(ZIGBEE_BREAKER, { energy: 107 });
      const registers = await rows('energy_register', breaker);
      expect(registers.map((row) => row['active_total_kwh'])).toEqual(['101', '107']);
    });

    it('has the power before a switching stored only once', async () => {
      const { bridge, deviceId } = await started();
      const breaker = (await slavesOf(deviceId)).get(BREAKER)!;
      await bridge.publish(BREAKER, { ...ZIGBEE_BREAKER_OPENED, state: 'ON', power: 9 });
      await bridge.publish(BREAKER, { ...ZIGBEE_BREAKER_OPENED, state: 'ON' });
      await bridge.publish(BREAKER, ZIGBEE_BREAKER_OPENED);
      expect(await rows('measurement', breaker)).toMatchObject([{ active_power_kw: 0.01 }]);
    });

    it('has a value without a description ignored, and a wrong one rejected alone', async () => {
      const { bridge, deviceId } = await started();
      const plug = (await slavesOf(deviceId)).get(PLUG)!;
      await bridge.publish('power_plug', { power: 1, voltage: 230 });
      await bridge.publish('power_plug', { power: 2, voltage: 231, energy: 'much' });
      expect(await rows('measurement', plug)).toMatchObject([
        { active_power_kw: 0.002, voltage_a_v: null },
      ]);
      expect(await rows('rejected_message', deviceId)).toMatchObject([{ reason: 'wrong-type' }]);
    });

    it('has those of an unknown name ignored, and of a former name too', async () => {
      const { bridge, deviceId } = await started();
      const slaves = await slavesOf(deviceId);
      await bridge.publish('power_plug', { power: 1 });
      // The names of the two devices are exchanged.
      bridge.devices = [
        { ...ZIGBEE_PLUG, friendly_name: BREAKER },
        { ...ZIGBEE_BREAKER, friendly_name: 'power_plug' },
      ];
      await bridge.publishDevices();
      await bridge.publish('power_plug', '');
      await bridge.publish('power_plug', { power: 500 });
      await bridge.publish('power_plug', { power: 501 });
      await bridge.publish('somebody', { power: 502 });
      expect(await rows('measurement', slaves.get(PLUG)!)).toEqual([]);
      expect(await rows('measurement', slaves.get(BREAKER)!)).toMatchObject([
        { active_power_kw: 0.501 },
      ]);
      expect(await rows('rejected_message', deviceId)).toEqual([]);
    });

    it('is asked for its settings after a reconnection, because it sends its devices once', async () => {
      const { bridge, slaveId, ...device } = await withBreaker();
      bridge.breakOff();
      await rig.isOnline(device.deviceId).toBe(false);
      const again = await bridge.again(rig.server.mqttPort, device);
      await again.subscribe();
      await eventually(() => again.requestsOf('bridge/request/options')).toEqual([
        '{"options":{}}',
      ]);
      await eventually(() => again.requestsOf(`${BREAKER}/get`)).toHaveLength(2);
      await again.report(ZIGBEE_BREAKER, { power: 800 });
      await again.report(ZIGBEE_BREAKER, { power: 801 });
      const measured = await rows('measurement', slaveId);
      expect(measured.at(-1)).toMatchObject({ active_power_kw: 0.801 });
    });
  });

  describe('whose devices are switched', () => {
    it('opens and closes one, each confirmed by the position that it has reported', async () => {
      const { bridge, slaveId } = await withBreaker();
      bridge.isReaching = false;
      for (const [command, position] of [
        ['open', 'OFF'],
        ['close', 'ON'],
      ] as const) {
        const id = await accepted(slaveId, command);
        await eventually(() => bridge.requestsOf(`${BREAKER}/set`).at(-1)).toBe(
          JSON.stringify({ state: position }),
        );
        await stateOf(id).toMatchObject({ state: 'acknowledged' });
        await bridge.report(ZIGBEE_BREAKER, { state: position });
        await stateOf(id).toEqual({ state: 'confirmed', reason: null });
      }
      expect(await actions(slaveId)).toEqual(['closeByManual', 'openByCommand', 'closeByCommand']);
    });

    it('opens one without waiting if it answers at once', async () => {
      const { slaveId } = await withBreaker();
      const id = await accepted(slaveId, 'open');
      await stateOf(id).toEqual({ state: 'confirmed', reason: null });
    });

    it('does not confirm a command by the other position', async () => {
      const { bridge, slaveId } = await withBreaker();
      bridge.isReaching = false;
      const id = await accepted(slaveId, 'open');
      await stateOf(id).toMatchObject({ state: 'acknowledged' });
      await bridge.report(ZIGBEE_BREAKER, { power: 3 });
      await stateOf(id).toMatchObject({ state: 'acknowledged' });
      expect(await actions(slaveId)).toEqual(['closeByManual']);
    });

    it('is not sent commands if its positions are assumed, and says so once', async () => {
      const { bridge, deviceId } = await started(ALL, {});
      const plug = (await slavesOf(deviceId)).get(PLUG)!;
      for (const state of ['ON', 'OFF', 'ON']) await bridge.report(ZIGBEE_PLUG, { state });
      expect(await actions(plug)).toEqual([]);
      expect(await rows('rejected_message', deviceId)).toMatchObject([
        { reason: 'missing-field', detail: expect.stringContaining('optimistic: false') },
      ]);
      await eventually(
        async () => (await rows('device_state', plug))[0]?.['heard_at'],
      ).toBeTruthy();
      const id = await accepted(plug, 'open');
      await stateOf(id).toEqual({ state: 'rejected', reason: 'order-not-supported' });
      expect(bridge.requestsOf(`${PLUG}/set`)).toEqual([]);
    });

    it('reports that a device was opened by hand, after which it is not closed remotely', async () => {
      const { bridge, slaveId } = await withBreaker();
      await bridge.report(ZIGBEE_BREAKER, { state: 'OFF' });
      await actionOf(slaveId).toBe('openByManual');
      expect(await rig.submit(slaveId, 'close')).toMatchObject({ refusal: 'close-disabled' });
    });

    it('locks none, and writes no thresholds: both are refused before a command exists', async () => {
      const { slaveId, deviceId } = await withBreaker();
      expect(await rig.submit(slaveId, 'lock')).toMatchObject({ refusal: 'order-not-supported' });
      const { context } = rig.server.parts;
      const caller = { ...callerOf(rig.tenant, 'operator'), address: '127.0.0.9' };
      const reading = { device: slaveId, set: 'overVoltage', source: 'test' } as const;
      expect(await readParameters(context, caller, reading)).toMatchObject({
        refusal: 'protection-not-supported',
      });
      const slots = { gateway: deviceId, source: 'test' };
      const request = {
        changes: [{ slot: 1, address: 1, enabled: false }],
        password: undefined,
        idempotencyKey: undefined,
      };
      for (const outcome of [
        await summonSlaves(context, caller, slots),
        await changeSlots(context, caller, { ...slots, ...request }),
      ]) {
        expect(outcome).toMatchObject({ refusal: 'order-not-supported' });
      }
      expect([...(await rows('command', slaveId)), ...(await rows('command', deviceId))]).toEqual(
        [],
      );
    });

    it('does not report a position from before a restart of the bridge as the present one', async () => {
      const { bridge, slaveId, ...device } = await withBreaker();
      bridge.breakOff();
      await rig.isOnline(device.deviceId).toBe(false);
      const again = await Zigbee2MqttBridge.connect(rig.server.mqttPort, device);
      again.isReaching = false;
      await again.start([ZIGBEE_BREAKER]);
      await again.report(ZIGBEE_BREAKER, { ...ZIGBEE_BREAKER_STATE, state: 'OFF' });
      for (const power of [1, 2, 3]) await again.report(ZIGBEE_BREAKER, { power });
      expect(await actions(slaveId)).toEqual(['closeByManual']);
      await again.report(ZIGBEE_BREAKER, { state: 'ON' });
      await again.report(ZIGBEE_BREAKER, { state: 'OFF' });
      expect((await actions(slaveId)).at(-1)).toBe('openByManual');
    });

    it('confirms nothing for a device that is away, and asks it when it has returned', async () => {
      const { bridge, slaveId } = await withBreaker();
      await bridge.publish(`${BREAKER}/availability`, { state: 'offline' }, { retain: true });
      bridge.isReaching = false;
      await bridge.report(ZIGBEE_BREAKER, { state: 'OFF' });
      expect(await actions(slaveId)).toEqual(['closeByManual']);
      bridge.isReaching = true;
      const before = bridge.requestsOf(`${BREAKER}/get`).length;
      await bridge.publish(`${BREAKER}/availability`, { state: 'online' }, { retain: true });
      await eventually(() => bridge.requestsOf(`${BREAKER}/get`)).toHaveLength(before + 2);
      await actionOf(slaveId).toBe('openByManual');
    });
  });

  it.each(['{"state":"offline"}', 'offline'])(
    'is offline as soon as it announces that with %j, or its connection breaks',
    async (offline) => {
      const { bridge, ...device } = await started();
      await rig.isOnline(device.deviceId).toBe(true);
      void bridge.publish('bridge/state', offline, { retain: true }).catch(() => undefined);
      await bridge.ended;
      await rig.isOnline(device.deviceId).toBe(false);
      const again = await Zigbee2MqttBridge.connect(rig.server.mqttPort, device);
      await rig.isOnline(device.deviceId).toBe(true);
      again.breakOff();
      await rig.isOnline(device.deviceId).toBe(false);
    },
  );

  it('cannot publish in the topics of another device', async () => {
    const victim = await rig.buildOther();
    const { bridge } = await started();
    const topic = `${victim.deviceCode}/bridge/devices`;
    void bridge.client.publishAsync(topic, '[]', { qos: 1 }).catch(() => undefined);
    await bridge.ended;
    expect(await rows('rejected_message', victim.deviceId)).toEqual([]);
  });

  it('cannot subscribe to the topics of another device, and remains connected', async () => {
    const victim = await rig.buildOther();
    const { bridge } = await started();
    for (const filter of [`${victim.deviceCode}/#`, '#', '+/bridge/#']) {
      await expect(bridge.client.subscribeAsync(filter, { qos: 1 })).rejects.toThrow();
    }
    await bridge.publishInfo();
  });
});
