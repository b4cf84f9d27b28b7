/**
 * Devices of other manufacturers at a real mosquitto, each with the account that was provisioned for
 * it (docs/promises.md C, G).
 */
import {
  SHELLY_SWITCH,
  TASMOTA_SENSOR,
  ZIGBEE_BREAKER,
  ZIGBEE_BREAKER_NEXT,
  ZIGBEE_BREAKER_STATE,
} from '@busbar/device-protocol/test/captured-messages';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { submitSwitch } from '../../../src/areas/control/gate/control-service.ts';
import { removeDevice } from '../../../src/areas/fleet/devices/change-device.ts';
import { QUALITY_ARRIVAL } from '../../../src/areas/telemetry/ingest/work.ts';
import type { Caller } from '../../../src/caller.ts';
import { systemClock } from '../../../src/clock.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { rowsOfDevice } from '../../support/devices/device-rows.ts';
import { ShellyDevice } from '../../support/devices/shelly-device.ts';
import { TasmotaDevice } from '../../support/devices/tasmota-device.ts';
import { Zigbee2MqttBridge } from '../../support/devices/zigbee2mqtt-bridge.ts';
import { eventually } from '../../support/eventually.ts';
import { buildDevice, freshCode } from '../../support/factories/device.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { callerOf } from '../../support/factories/tenant-users.ts';
import { fixture } from '../../support/fixture.ts';
import {
  createDynamicMosquitto,
  hasDynamicSecurity,
  isLetIn,
} from '../../support/programs/dynamic-security.ts';
import { connectDevice } from '../../support/start-gateway.ts';
import { startServer } from '../../support/start-server.ts';
import { channelRig } from '../foreign/channel-rig.ts';

const ENV = { CONTROL_GAP_S: '0', CONTROL_PER_MINUTE: '1000', CONTROL_GROUP_PERCENT: '100' };

describe.skipIf(!hasDynamicSecurity)('devices of other manufacturers', () => {
  describeWithDatabase('at an external broker', (database) => {
    const broker = fixture(async () => {
      const started = await createDynamicMosquitto();
      started.reset({ username: freshCode('HAND'), password: 'hand-made' });
      await started.start();
      return started;
    });
    const server = fixture(() =>
      startServer(database, { clock: systemClock, env: { ...ENV, MQTT_URL: broker.url } }),
    );
    const callerOfNew = (label: string) => async () =>
      callerOf(await createTenant(database, { label, now: Date.now() }));
    const owner = fixture(callerOfNew('owner'));
    const other = fixture(callerOfNew('other'));
    afterAll(async () => {
      await server.stop();
      await broker.remove();
    });

    const rows = (table: Parameters<typeof rowsOfDevice>[1], deviceId: number) =>
      rowsOfDevice(database, table, deviceId);
    const actionOf = (deviceId: number) =>
      eventually(async () => (await rows('device_state', deviceId))[0]?.['switch_action']);
    const isOnline = (deviceId: number) =>
      eventually(async () => (await rows('device_state', deviceId))[0]?.['connected']);
    const { find, channel } = channelRig(database);
    const stateOf = (commandId: string) =>
      eventually(async () => {
        const command = await database.db
          .selectFrom('command')
          .select('state')
          .where('command_id', '=', commandId)
          .executeTakeFirstOrThrow();
        return command.state;
      });

    /** Registers a device, and waits for its account. */
    async function registered(protocol: DeviceProtocol, who: Caller = owner, code = freshCode()) {
      const type = protocol === 'zigbee2mqtt' ? 'MT88C' : 'MT61';
      const built = await buildDevice(server.parts.context, who, { protocol, type, code });
      const device = { deviceId: built.deviceId, deviceCode: built.code, secret: built.secret! };
      await eventually(() => isLetIn(broker, built.code, device.secret)).toBe(true);
      return device;
    }
    const as = ({ deviceCode }: { deviceCode: string }) => ({ clientId: deviceCode });

    async function accepted(
      deviceId: number,
      command: 'open' | 'close',
      more: object = {},
    ): Promise<string> {
      const caller = { ...owner, address: '127.0.0.9' };
      const request = { device: deviceId, command, source: 'test', ...more };
      const outcome = await submitSwitch(server.parts.context, caller, request);
      if (!outcome.ok) throw new Error(outcome.refusal);
      return outcome.value.commandId;
    }

    async function shelly() {
      const device = await registered('shelly');
      const own = await ShellyDevice.connect(broker.port, device, as(device));
      await own.subscribe();
      await own.publish('online', 'true', true);
      await eventually(() => own.requestsOf('Shelly.GetStatus').length).toBeGreaterThan(0);
      return { ...device, own };
    }

    async function tasmota() {
      const device = await registered('tasmota');
      const own = await TasmotaDevice.connect(broker.port, device, as(device));
      await own.subscribe();
      await own.publish('tele', 'LWT', 'Online', { retain: true });
      await eventually(() => own.commands.length).toBeGreaterThan(0);
      await own.power('ON');
      await actionOf(device.deviceId).toBe('closeByManual');
      return { ...device, own };
    }

    it('have the readings of a Shelly stored with its time, and its position', async () => {
      const { own, deviceId } = await shelly();
      const at = Date.now() - 5_000;
      await own.notify({ 'switch:0': { ...SHELLY_SWITCH, output: true } }, at);
      await eventually(() => rows('measurement', deviceId)).toMatchObject([{ ts: at }]);
      await eventually(() => rows('energy_register', deviceId)).toHaveLength(1);
      await actionOf(deviceId).toMatch(/^close/);
      await isOnline(deviceId).toBe(true);
    });

    it('have a Shelly opened with a verified position', async () => {
      const { own, deviceId } = await shelly();
      await own.notify({ 'switch:0': { id: 0, output: true, source: 'button' } }, Date.now());
      await actionOf(deviceId).toBe('closeByManual');
      const id = await accepted(deviceId, 'open');
      await eventually(() => own.requestsOf('Switch.Set').at(-1)?.params).toEqual({
        id: 0,
        on: false,
      });
      await stateOf(id).toBe('sent');
      await own.replyToSwitch({ was_on: true });
      await stateOf(id).toBe('acknowledged');
      await own.notify({ 'switch:0': { id: 0, output: false, source: 'MQTT' } }, Date.now());
      await stateOf(id).toBe('confirmed');
      await actionOf(deviceId).toBe('openByCommand');
    });

    it('have a Shelly that another client opened over MQTT counted as opened by hand', async () => {
      const { own, deviceId } = await shelly();
      await own.notify({ 'switch:0': { id: 0, output: true, source: 'button' } }, Date.now());
      await actionOf(deviceId).toBe('closeByManual');
      await own.notify({ 'switch:0': { id: 0, output: false, source: 'MQTT' } }, Date.now());
      await actionOf(deviceId).toBe('openByManual');
      await expect(accepted(deviceId, 'close')).rejects.toThrow('close-disabled');
    });

    it('have the readings of a Tasmota stored at their arrival, marked as such', async () => {
      const { own, deviceId } = await tasmota();
      const before = Date.now();
      await own.publish('tele', 'SENSOR', TASMOTA_SENSOR);
      await eventually(() => rows('measurement', deviceId)).toMatchObject([
        { quality: QUALITY_ARRIVAL, voltage_a_v: 227, active_power_kw: 2.635 },
      ]);
      const [measured] = await rows('measurement', deviceId);
      expect(measured!['ts'] as number).toBeGreaterThanOrEqual(before);
    });

    it('have a Tasmota opened and closed, each confirmed by its position', async () => {
      const { own, deviceId } = await tasmota();
      for (const [command, position] of [
        ['open', 'OFF'],
        ['close', 'ON'],
      ] as const) {
        const id = await accepted(deviceId, command);
        await eventually(() => own.commands.at(-1)).toEqual({ name: 'POWER', payload: position });
        await own.power(position);
        await stateOf(id).toBe('confirmed');
      }
    });

    it('have the second channel of a Shelly registered and opened', async () => {
      const { own, deviceId } = await shelly();
      const output = { output: true, source: 'HTTP_in' };
      const result = {
        'switch:0': { ...SHELLY_SWITCH, ...output },
        'switch:1': { ...SHELLY_SWITCH, ...output, id: 1 },
      };
      // It gets a new request when it announces itself; replies to earlier requests are not used.
      const reply = async () => {
        await own.replyTo('Shelly.GetStatus', { result });
        return (await find(deviceId)).length;
      };
      await eventually(reply).toBe(1);
      const second = await channel(deviceId, 2);
      await own.notify(result, Date.now());
      await actionOf(second.deviceId).toBe('closeByManual');
      await eventually(() => rows('energy_register', second.deviceId)).toHaveLength(1);
      const id = await accepted(second.deviceId, 'open');
      await eventually(() => own.requestsOf('Switch.Set').at(-1)?.params).toEqual({
        id: 1,
        on: false,
      });
      await own.replyToSwitch({ was_on: true });
      await own.notify({ 'switch:0': { id: 0, output: false, source: 'MQTT' } }, Date.now());
      await actionOf(deviceId).toBe('openByManual');
      await stateOf(id).toBe('acknowledged');
      await own.notify({ 'switch:1': { id: 1, output: false, source: 'MQTT' } }, Date.now());
      await stateOf(id).toBe('confirmed');
    });

    it('have the second relay of a Tasmota registered and opened', async () => {
      const { own, deviceId } = await tasmota();
      const state = { Uptime: '0T00:10:00', POWER1: 'ON', POWER2: 'ON' };
      await own.publish('tele', 'STATE', state);
      await own.sense({});
      const second = await channel(deviceId, 2);
      await own.publish('stat', 'RESULT', state);
      await actionOf(second.deviceId).toBe('closeByManual');
      const id = await accepted(second.deviceId, 'open');
      await eventually(() => own.commands.at(-1)).toEqual({ name: 'POWER2', payload: 'OFF' });
      await own.publish('stat', 'RESULT', { POWER1: 'OFF' });
      await actionOf(deviceId).toBe('openByManual');
      await stateOf(id).toBe('sent');
      await own.publish('stat', 'RESULT', { POWER2: 'OFF' });
      await stateOf(id).toBe('confirmed');
    });

    it('have the first position of a relay read after the relay is registered', async () => {
      const { own, deviceId } = await tasmota();
      await own.sense({});
      const state = { Uptime: '0T00:10:00', POWER1: 'ON', POWER2: 'ON' };
      await Promise.all([
        own.publish('tele', 'STATE', state),
        own.publish('stat', 'RESULT', { POWER2: 'OFF' }),
      ]);
      const second = await channel(deviceId, 2);
      await actionOf(second.deviceId).toBe('openByManual');
    });

    it('have a command wait until it is known what the relays of a Tasmota are', async () => {
      const { own, ...device } = await tasmota();
      const state = { Uptime: '0T00:10:00', POWER1: 'ON', POWER2: 'ON' };
      await own.sense({});
      await own.publish('tele', 'STATE', state);
      const second = await channel(device.deviceId, 2);
      await own.publish('stat', 'RESULT', state);
      await actionOf(second.deviceId).toBe('closeByManual');
      own.breakOff();
      await isOnline(device.deviceId).toBe(false);
      const id = await accepted(second.deviceId, 'open', { queue: true });
      const again = await TasmotaDevice.connect(broker.port, device, as(device));
      await again.subscribe();
      await again.publish('tele', 'LWT', 'Online', { retain: true });
      await isOnline(device.deviceId).toBe(true);
      await again.publish('stat', 'RESULT', { POWER1: 'OFF' });
      await actionOf(device.deviceId).toBe('openByManual');
      await stateOf(id).toBe('queued');
      await again.sense({});
      await again.publish('tele', 'STATE', state);
      await eventually(() => again.commands.at(-1)).toEqual({ name: 'POWER2', payload: 'OFF' });
    });

    it('go offline with their last will, and get a new request when they return', async () => {
      const { own, ...device } = await tasmota();
      own.breakOff();
      await isOnline(device.deviceId).toBe(false);
      const again = await TasmotaDevice.connect(broker.port, device, as(device));
      await again.subscribe();
      await again.publish('tele', 'LWT', 'Online', { retain: true });
      await isOnline(device.deviceId).toBe(true);
      await eventually(() => again.commands.map(({ payload }) => payload)).toContain('');
      await again.power('OFF');
      await actionOf(device.deviceId).toBe('openByManual');
    });

    it('have the devices of a Zigbee2MQTT bridge registered, read and opened', async () => {
      const device = await registered('zigbee2mqtt');
      const bridge = await Zigbee2MqttBridge.connect(broker.port, device, as(device));
      bridge.cache.set(ZIGBEE_BREAKER.ieee_address, ZIGBEE_BREAKER_STATE);
      await bridge.start([ZIGBEE_BREAKER]);
      const slaveIds = async () => {
        const found = await database.db
          .selectFrom('device')
          .select('device_id')
          .where('gateway_id', '=', device.deviceId)
          .execute();
        return found.map(({ device_id }) => device_id);
      };
      await eventually(slaveIds).toHaveLength(1);
      const slaveId = (await slaveIds())[0]!;
      await actionOf(slaveId).toBe('closeByManual');
      await bridge.report(ZIGBEE_BREAKER, ZIGBEE_BREAKER_NEXT);
      await eventually(() => rows('measurement', slaveId)).toMatchObject([
        { quality: QUALITY_ARRIVAL, voltage_a_v: 225 },
      ]);
      const id = await accepted(slaveId, 'open');
      await stateOf(id).toBe('confirmed');
      await actionOf(slaveId).toBe('openByCommand');
      expect(bridge.requestsOf(`${ZIGBEE_BREAKER.ieee_address}/set`)).toEqual(['{"state":"OFF"}']);
    });

    it.each(['shelly', 'tasmota', 'zigbee2mqtt', 'busbar'] as const)(
      'have no topic that a device with %s of another customer may use',
      async (protocol) => {
        const { own, ...victim } = await tasmota();
        const shellyVictim = await shelly();
        // A code that begins with that of the victim.
        const thief = await registered(protocol, other, `${victim.deviceCode}-2`);
        const connected = () => connectDevice(broker.port, thief, { protocolVersion: 5 });
        // With an unlimited queue mosquitto also disconnects a client that may not publish.
        const publish = async (topic: string, text: string) => {
          const client = await connected();
          const refused = client.publishAsync(topic, text, { qos: 1 });
          await expect(refused).rejects.toThrow('Not authorized');
          client.end(true);
        };
        await publish(`stat/${victim.deviceCode}/POWER`, 'OFF');
        await publish(`tele/${victim.deviceCode}/LWT`, 'Offline');
        await publish(`cmnd/${victim.deviceCode}/POWER`, 'OFF');
        await publish(`${shellyVictim.deviceCode}/rpc`, '{}');
        await publish(`${shellyVictim.deviceCode}/online`, 'false');
        const client = await connected();
        for (const filter of [`cmnd/${victim.deviceCode}/#`, '#', '+/rpc', 'stat/+/POWER']) {
          await expect(client.subscribeAsync(filter, { qos: 1 })).rejects.toThrow();
        }
        await own.power('ON');
        await actionOf(victim.deviceId).toBe('closeByManual');
        expect(own.commands.filter(({ payload }) => payload === 'OFF')).toEqual([]);
        expect(shellyVictim.own.requests.every(({ method }) => method !== undefined)).toBe(true);
        await isOnline(victim.deviceId).toBe(true);
        await isOnline(shellyVictim.deviceId).toBe(true);
      },
    );

    it('lose their account and topics when they are removed', async () => {
      const { own, ...device } = await tasmota();
      const { context } = server.parts;
      expect(await removeDevice(context, owner, device.deviceCode)).toMatchObject({ ok: true });
      await own.ended;
      await eventually(() => isLetIn(broker, device.deviceCode, device.secret), 5_000).toBe(false);
      const again = await registered('shelly', other, device.deviceCode);
      const shellyOwn = await ShellyDevice.connect(broker.port, again, as(again));
      await shellyOwn.publish('online', 'true', true);
      await isOnline(again.deviceId).toBe(true);
      await shellyOwn.notify({ 'switch:0': { id: 0, voltage: 231 } }, Date.now());
      await eventually(() => rows('measurement', again.deviceId)).toMatchObject([
        { voltage_a_v: 231 },
      ]);
      expect(await rows('measurement', device.deviceId)).toEqual([]);
    });
  });
});
