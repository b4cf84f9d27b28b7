/** Shelly devices on the embedded broker, with captured messages (docs/promises.md C, G). */
import {
  SHELLY_EM,
  SHELLY_EMDATA,
  SHELLY_SWITCH,
} from '@busbar/device-protocol/test/captured-messages';
import { describe, expect, it } from 'vitest';
import { QUALITY_ARRIVAL, QUALITY_DEVICE } from '../../../src/areas/telemetry/ingest/work.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { ShellyDevice } from '../../support/devices/shelly-device.ts';
import { eventually } from '../../support/eventually.ts';
import { connectDevice } from '../../support/start-gateway.ts';
import { foreignRig } from './foreign-rig.ts';

describeWithDatabase('a Shelly', (database) => {
  const rig = foreignRig(database, 'shelly');
  const { rows, actionOf, stateOf, accepted, actions } = rig;

  /** A device that has answered the request for its status. */
  async function connected(output = true, source = 'HTTP_in') {
    const device = await rig.build();
    const shelly = await ShellyDevice.connect(rig.server.mqttPort, device);
    await shelly.subscribe();
    await eventually(() => shelly.requestsOf('Shelly.GetStatus')).toHaveLength(1);
    const status = { 'switch:0': { ...SHELLY_SWITCH, output, source }, sys: { unixtime: 1 } };
    await shelly.replyTo('Shelly.GetStatus', { result: status });
    return { ...device, shelly };
  }
  const byCommand = (shelly: ShellyDevice, output: boolean) =>
    shelly.notify({ 'switch:0': { id: 0, output, source: 'MQTT' } }, Date.now());

  describe('that publishes its readings', () => {
    it('has those of a notification stored at its own time, exactly in kW and kWh', async () => {
      const { shelly, deviceId } = await connected();
      const at = Date.now() - 5_000;
      await shelly.notify({ 'switch:0': SHELLY_SWITCH }, at);
      expect(await rows('measurement', deviceId)).toMatchObject([
        {
          ts: at,
          quality: QUALITY_DEVICE,
          voltage_a_v: 239.7,
          current_a_a: 0.188,
          active_power_kw: 0.0257,
          frequency_hz: 50.2,
          temperature_c: 68.1,
        },
      ]);
      expect(await rows('energy_register', deviceId)).toMatchObject([
        { ts: at, active_total_kwh: '0.913252', active_export_kwh: '0' },
      ]);
    });

    it('has a partial notification laid over what is known, without old registers', async () => {
      const { shelly, deviceId } = await connected();
      const at = Date.now() - 5_000;
      await shelly.notify({ 'switch:0': SHELLY_SWITCH }, at);
      await shelly.notify({ 'switch:0': { id: 0, apower: 1000 } }, at + 1_000);
      expect((await rows('measurement', deviceId))[1]).toMatchObject({
        ts: at + 1_000,
        active_power_kw: 1,
        voltage_a_v: 239.7,
      });
      expect(await rows('energy_register', deviceId)).toHaveLength(1);
    });

    it('has those of three phases and their registers stored', async () => {
      const { shelly, deviceId } = await connected();
      const at = Date.now();
      await shelly.notify({ 'em:0': SHELLY_EM, 'emdata:0': SHELLY_EMDATA }, at);
      expect((await rows('measurement', deviceId)).at(-1)).toMatchObject({
        active_power_kw: 2.413825,
        active_power_b_kw: -0.9511,
        voltage_c_v: 236.402,
      });
      expect((await rows('energy_register', deviceId)).at(-1)).toMatchObject({
        active_total_kwh: '5415.41419',
        active_import_kwh: '5415.41419',
        active_export_kwh: '0.0125',
      });
    });

    it('has a status without a time stored at its arrival, until it sends notifications', async () => {
      const { shelly, deviceId } = await connected();
      await shelly.publish('status/switch:0', SHELLY_SWITCH, true);
      expect(await rows('measurement', deviceId)).toMatchObject([
        { quality: QUALITY_ARRIVAL, active_power_kw: 0.0257 },
      ]);
      expect(await rows('energy_register', deviceId)).toEqual([]);
      await shelly.notify({ 'switch:0': { id: 0, apower: 30 } }, Date.now());
      await shelly.publish('status/switch:0', SHELLY_SWITCH);
      expect(await rows('measurement', deviceId)).toHaveLength(2);
    });

    it('has a wrong value rejected with its reason, and the others stored', async () => {
      const { shelly, deviceId } = await connected();
      await shelly.notify({ 'switch:0': { ...SHELLY_SWITCH, voltage: '239.7' } }, Date.now());
      expect(await rows('measurement', deviceId)).toMatchObject([{ active_power_kw: 0.0257 }]);
      expect(await rows('rejected_message', deviceId)).toMatchObject([{ reason: 'wrong-type' }]);
    });
  });

  describe('that is switched', () => {
    it('is opened and closed, each acknowledged by its reply and confirmed by its status', async () => {
      const { shelly, deviceId } = await connected();
      await actionOf(deviceId).toBe('closeByManual');
      for (const [command, on] of [
        ['open', false],
        ['close', true],
      ] as const) {
        const id = await accepted(deviceId, command);
        await eventually(() => shelly.requestsOf('Switch.Set').at(-1)?.params).toEqual({
          id: 0,
          on,
        });
        await stateOf(id).toMatchObject({ state: 'sent' });
        await shelly.replyToSwitch({ was_on: !on });
        await stateOf(id).toMatchObject({ state: 'acknowledged' });
        await byCommand(shelly, on);
        await stateOf(id).toEqual({ state: 'confirmed', reason: null });
      }
      expect(await actions(deviceId)).toEqual(['closeByManual', 'openByCommand', 'closeByCommand']);
    });

    it('is confirmed by a status that arrives before the reply', async () => {
      const { shelly, deviceId } = await connected();
      const id = await accepted(deviceId, 'open');
      await eventually(() => shelly.switched).toHaveLength(1);
      await byCommand(shelly, false);
      await shelly.replyToSwitch({ was_on: true });
      await stateOf(id).toEqual({ state: 'confirmed', reason: null });
      expect(shelly.requestsOf('Shelly.GetStatus')).toHaveLength(1);
    });

    it('is asked for its status after the reply, which names a person as the cause', async () => {
      const { shelly, deviceId } = await connected();
      const id = await accepted(deviceId, 'open');
      await eventually(() => shelly.switched).toHaveLength(1);
      await shelly.replyToSwitch({ was_on: false });
      await eventually(() => shelly.requestsOf('Shelly.GetStatus')).toHaveLength(2);
      await stateOf(id).toMatchObject({ state: 'acknowledged' });
      const status = { 'switch:0': { ...SHELLY_SWITCH, output: false, source: 'button' } };
      await shelly.replyTo('Shelly.GetStatus', { result: status });
      await actionOf(deviceId).toBe('openByManual');
      await stateOf(id).toMatchObject({ state: 'acknowledged' });
    });

    it('is not confirmed by a status in the other position', async () => {
      const { shelly, deviceId } = await connected();
      const id = await accepted(deviceId, 'open');
      await eventually(() => shelly.switched).toHaveLength(1);
      await shelly.replyToSwitch({ was_on: true });
      await shelly.notify({ 'switch:0': { id: 0, output: true, source: 'button' } }, Date.now());
      await stateOf(id).toMatchObject({ state: 'acknowledged' });
    });

    it.each([
      [-103, 'bad-arguments'],
      [401, 'not-authorised'],
      [-109, 'refused-by-device'],
      [500, 'contact-did-not-move'],
    ])('rejects the command if it replies with the error %d', async (code, reason) => {
      const { shelly, deviceId } = await connected();
      const id = await accepted(deviceId, 'open');
      await eventually(() => shelly.switched).toHaveLength(1);
      await shelly.replyTo('Switch.Set', { error: { code, message: 'no' } });
      await stateOf(id).toEqual({ state: 'rejected', reason });
    });

    it('has an open command after a timeout of its own: it may have switched', async () => {
      const { shelly, deviceId } = await connected();
      const id = await accepted(deviceId, 'open');
      await eventually(() => shelly.switched).toHaveLength(1);
      await shelly.replyTo('Switch.Set', { error: { code: -104, message: 'late' } });
      await stateOf(id).toMatchObject({ state: 'sent' });
      await byCommand(shelly, false);
      await stateOf(id).toMatchObject({ state: 'confirmed' });
    });

    it('ignores a reply with the id of no request', async () => {
      const { shelly, deviceId, deviceCode } = await connected();
      const id = await accepted(deviceId, 'open');
      await eventually(() => shelly.switched).toHaveLength(1);
      await shelly.publish('busbar/rpc', { id: 1, src: deviceCode, result: { was_on: true } });
      await stateOf(id).toMatchObject({ state: 'sent' });
    });

    it('is not locked: the command is refused before it exists', async () => {
      const { deviceId } = await connected();
      await actionOf(deviceId).toBe('closeByManual');
      const refused = { ok: false, refusal: 'order-not-supported' };
      expect(await rig.submit(deviceId, 'lock')).toMatchObject(refused);
      expect(await rig.submit(deviceId, 'unlock')).toMatchObject(refused);
      expect(await rows('command', deviceId)).toEqual([]);
    });

    it('is not sent a command that expired while it was disconnected', async () => {
      const { shelly, ...device } = await connected();
      await actionOf(device.deviceId).toBe('closeByManual');
      shelly.breakOff();
      await rig.isOnline(device.deviceId).toBe(false);
      const id = await accepted(device.deviceId, 'open', { queue: true });
      await rig.expire(id);
      const again = await ShellyDevice.connect(rig.server.mqttPort, device);
      await again.subscribe();
      await stateOf(id).toMatchObject({ state: 'expired' });
      // A command that is sent now is the first that it receives.
      await eventually(() => again.requestsOf('Shelly.GetStatus')).toHaveLength(1);
      expect(again.switched).toEqual([]);
    });
  });

  describe('that switches by itself', () => {
    it('reports its button, after which it is not closed remotely', async () => {
      const { shelly, deviceId } = await connected();
      await shelly.notify({ 'switch:0': { id: 0, output: false, source: 'button' } }, Date.now());
      await actionOf(deviceId).toBe('openByManual');
      expect(await rig.submit(deviceId, 'close')).toMatchObject({ refusal: 'close-disabled' });
      await shelly.notify({ 'switch:0': { id: 0, output: true, source: 'switch' } }, Date.now());
      await actionOf(deviceId).toBe('closeByManual');
      expect(await actions(deviceId)).toEqual(['closeByManual', 'openByManual', 'closeByManual']);
    });

    it('remains opened by hand after it has lost its power', async () => {
      const { shelly, ...device } = await connected(false, 'button');
      await actionOf(device.deviceId).toBe('openByManual');
      shelly.breakOff();
      const again = await ShellyDevice.connect(rig.server.mqttPort, device);
      await again.subscribe();
      await eventually(() => again.requestsOf('Shelly.GetStatus')).toHaveLength(1);
      const status = { 'switch:0': { ...SHELLY_SWITCH, output: false, source: 'init' } };
      await again.replyTo('Shelly.GetStatus', { result: status });
      expect(await actions(device.deviceId)).toEqual(['openByManual', 'openByManual']);
    });

    it('does not report a position again that it repeats', async () => {
      const { shelly, deviceId } = await connected();
      for (let i = 0; i < 3; i++) {
        await shelly.notify({ 'switch:0': SHELLY_SWITCH }, Date.now() + i);
      }
      expect(await actions(deviceId)).toEqual(['closeByManual']);
    });
  });

  describe('that is online', () => {
    it('is so while it is connected, whatever it has announced', async () => {
      const { shelly, deviceId } = await connected();
      await rig.isOnline(deviceId).toBe(true);
      await shelly.publish('online', 'true', true);
      await rig.isOnline(deviceId).toBe(true);
      void shelly.publish('online', 'false', true).catch(() => undefined);
      await shelly.ended;
      await rig.isOnline(deviceId).toBe(false);
    });

    it('is not online after its connection has broken', async () => {
      const { shelly, deviceId } = await connected();
      await rig.isOnline(deviceId).toBe(true);
      shelly.breakOff();
      await rig.isOnline(deviceId).toBe(false);
    });
  });

  describe('in the topics of another device', () => {
    it.each([
      ['a status', (code: string) => `${code}/status/switch:0`],
      ['a notification', (code: string) => `${code}/events/rpc`],
      ['readings in our protocol', (code: string) => `ep/1/${code}/up/data`],
    ])('cannot publish %s: its connection is closed, and nothing is stored', async (_, topicOf) => {
      const victim = await rig.buildOther();
      const { shelly, deviceId } = await connected();
      const topic = topicOf(victim.deviceCode);
      void shelly.client
        .publishAsync(topic, JSON.stringify(SHELLY_SWITCH), { qos: 1 })
        .catch(() => undefined);
      await shelly.ended;
      expect(await rows('measurement', victim.deviceId)).toEqual([]);
      expect(await rows('measurement', deviceId)).toEqual([]);
    });

    it('cannot publish in our protocol under its own code', async () => {
      const { shelly, deviceCode, deviceId } = await connected();
      void shelly.client
        .publishAsync(`ep/1/${deviceCode}/up/data`, '{"volPa":1}', { qos: 1 })
        .catch(() => undefined);
      await shelly.ended;
      expect(await rows('measurement', deviceId)).toEqual([]);
    });

    it.each([
      (code: string) => `${code}/rpc`,
      (code: string) => `ep/1/${code}/down/#`,
      () => '#',
      () => '+/rpc',
    ])('cannot subscribe', async (filterOf) => {
      const victim = await rig.buildOther();
      const { shelly } = await connected();
      const refused = shelly.client.subscribeAsync(filterOf(victim.deviceCode), { qos: 1 });
      await expect(refused).rejects.toThrow();
    });

    it('cannot sign in with its own secret, nor end the connection of the other', async () => {
      const [own, victim] = [await rig.build(), await rig.buildOther()];
      const shelly = await ShellyDevice.connect(rig.server.mqttPort, victim);
      const asVictim = { ...own, deviceCode: victim.deviceCode };
      await expect(connectDevice(rig.server.mqttPort, asVictim)).rejects.toMatchObject({ code: 4 });
      const withItsId = { clientId: shelly.client.options.clientId! };
      await connectDevice(rig.server.mqttPort, own, withItsId);
      await shelly.publish('online', 'true');
    });
  });
});
