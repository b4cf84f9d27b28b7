/** A Shelly with several channels on the embedded broker (docs/adr/0083). */
import { SHELLY_SWITCH } from '@busbar/device-protocol/test/captured-messages';
import { describe, expect, it } from 'vitest';
import { removeDevice } from '../../../src/areas/fleet/devices/change-device.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { ShellyDevice } from '../../support/devices/shelly-device.ts';
import { eventually } from '../../support/eventually.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { callerOf } from '../../support/factories/tenant-users.ts';
import { channelRig } from './channel-rig.ts';
import { foreignRig } from './foreign-rig.ts';

const output = (id: number, more: object = {}) => ({
  ...SHELLY_SWITCH,
  id,
  output: true,
  source: 'HTTP_in',
  ...more,
});
const TWO = { 'switch:0': output(0), 'switch:1': output(1), sys: { unixtime: 1 } };

describeWithDatabase('a Shelly with several channels', (database) => {
  const rig = foreignRig(database, 'shelly');
  const { rows, actionOf, stateOf, accepted, actions } = rig;
  const { find, addressesOf, channel } = channelRig(database);
  type Device = Awaited<ReturnType<typeof rig.build>>;
  const isMissing = (deviceId: number) =>
    eventually(async () => (await rows('device_state', deviceId))[0]?.['unreachable']);

  /** Connects, and replies to each request for the status of the connection. */
  async function connect(device: Device, status: Readonly<Record<string, unknown>>) {
    const shelly = await ShellyDevice.connect(rig.server.mqttPort, device);
    await shelly.subscribe();
    await eventually(() => shelly.requestsOf('Shelly.GetStatus')).toHaveLength(1);
    await shelly.replyTo('Shelly.GetStatus', { result: status });
    return shelly;
  }

  /** A device with two channels, whose positions are known. */
  async function connected() {
    const device = await rig.build();
    const shelly = await connect(device, TWO);
    await eventually(() => shelly.requestsOf('Shelly.GetStatus')).toHaveLength(2);
    await shelly.replyTo('Shelly.GetStatus', { result: TWO });
    const second = await channel(device.deviceId, 2);
    await actionOf(second.deviceId).toBe('closeByManual');
    return { ...device, shelly, second };
  }
  const notify = (shelly: ShellyDevice, id: number, more: object) =>
    shelly.notify({ [`switch:${id}`]: { id, ...more } }, Date.now());

  it('has a slave for each further one, and none if it has only one', async () => {
    const { deviceId, deviceCode, second } = await connected();
    expect(await find(deviceId)).toEqual([second]);
    expect(second).toMatchObject({ code: `${deviceCode}-2`, kind: 'slave', protocol: 'shelly' });
    const single = await rig.build();
    const shelly = await connect(single, { 'switch:0': output(0) });
    await notify(shelly, 0, { apower: 5 });
    expect(await find(single.deviceId)).toEqual([]);
    expect(shelly.requestsOf('Shelly.GetStatus')).toHaveLength(1);
  });

  it('has readings and registers stored for each channel', async () => {
    const { shelly, deviceId, second } = await connected();
    const at = Date.now() - 5_000;
    const own = { apower: 1500, aenergy: { total: 7_000 } };
    await shelly.notify({ 'switch:0': output(0), 'switch:1': output(1, own) }, at);
    expect(await rows('measurement', second.deviceId)).toMatchObject([
      { ts: at, active_power_kw: 1.5, voltage_a_v: 239.7 },
    ]);
    expect(await rows('energy_register', second.deviceId)).toMatchObject([
      { ts: at, active_total_kwh: '7' },
    ]);
    expect(await rows('measurement', deviceId)).toMatchObject([{ active_power_kw: 0.0257 }]);
    expect(await rows('energy_register', deviceId)).toMatchObject([
      { active_total_kwh: '0.913252' },
    ]);
    // A partial notification is laid over the values of its own channel.
    await shelly.notify({ 'switch:1': { id: 1, apower: 20 } }, at + 1_000);
    expect(await rows('measurement', deviceId)).toHaveLength(1);
  });

  describe('that is switched', () => {
    it('is so by the number of the channel, and confirmed by its position alone', async () => {
      const { shelly, deviceId, second } = await connected();
      const id = await accepted(second.deviceId, 'open');
      await eventually(() => shelly.requestsOf('Switch.Set').at(-1)?.params).toEqual({
        id: 1,
        on: false,
      });
      await shelly.replyToSwitch({ was_on: true });
      await notify(shelly, 0, { output: false, source: 'MQTT' });
      await stateOf(id).toMatchObject({ state: 'acknowledged' });
      await notify(shelly, 1, { output: false, source: 'MQTT' });
      await stateOf(id).toEqual({ state: 'confirmed', reason: null });
      expect(await actions(second.deviceId)).toEqual(['closeByManual', 'openByCommand']);
      expect(await actions(deviceId)).toEqual(['closeByManual', 'openByCommand']);
    });

    it('has an error of one channel reject its command only', async () => {
      const { shelly, deviceId, second } = await connected();
      const first = await accepted(deviceId, 'open');
      await eventually(() => shelly.requestsOf('Switch.Set')).toHaveLength(1);
      const set = shelly.requestsOf('Switch.Set')[0]!;
      const other = await accepted(second.deviceId, 'open');
      await eventually(() => shelly.requestsOf('Switch.Set')).toHaveLength(2);
      await shelly.replyTo('Switch.Set', { error: { code: -103, message: 'no' } });
      await stateOf(other).toEqual({ state: 'rejected', reason: 'bad-arguments' });
      await stateOf(first).toMatchObject({ state: 'sent' });
      await shelly.publish('busbar/rpc', { id: set.id, result: { was_on: true } });
      await stateOf(first).toMatchObject({ state: 'acknowledged' });
      await notify(shelly, 0, { output: false, source: 'MQTT' });
      await stateOf(first).toMatchObject({ state: 'confirmed' });
      expect(await actions(second.deviceId)).toEqual(['closeByManual']);
    });

    it('is not closed remotely after a person has opened the channel', async () => {
      const { shelly, deviceId, second } = await connected();
      await notify(shelly, 1, { output: false, source: 'button' });
      await actionOf(second.deviceId).toBe('openByManual');
      expect(await rig.submit(second.deviceId, 'close')).toMatchObject({
        refusal: 'close-disabled',
      });
      expect(await actions(deviceId)).toEqual(['closeByManual']);
    });
  });

  describe('that changes its profile', () => {
    const COVER = { 'cover:0': { id: 0, state: 'open', apower: 3 }, sys: {} };

    it('has a channel offline that it no longer has, and not switched, until it is back', async () => {
      const { shelly, second, ...device } = await connected();
      await isMissing(second.deviceId).toBe(false);
      shelly.breakOff();
      const again = await connect(device, COVER);
      await isMissing(second.deviceId).toBe(true);
      expect(await rig.submit(second.deviceId, 'open')).toMatchObject({
        refusal: 'device-offline',
      });
      // A command that waits for it is not sent to a motor either.
      const id = await accepted(second.deviceId, 'open', { queue: true });
      await stateOf(id).toEqual({ state: 'rejected', reason: 'order-not-supported' });
      expect(again.switched).toEqual([]);
      await notify(again, 1, { output: true, source: 'init' });
      await isMissing(second.deviceId).toBe(false);
    });

    it('has no channel for the two outputs that drive a motor', async () => {
      const device = await rig.build();
      const shelly = await connect(device, COVER);
      await shelly.notify({ 'cover:0': { id: 0, state: 'closed' } }, Date.now());
      expect(await find(device.deviceId)).toEqual([]);
    });
  });

  it('has a meter channel read, and commands to it refused before they exist', async () => {
    const device = await rig.build();
    const meters = { 'em1:0': { id: 0, act_power: 10 }, 'em1:1': { id: 1, act_power: 20 } };
    const shelly = await connect(device, { ...meters, 'switch:0': output(0) });
    const second = await channel(device.deviceId, 2);
    const at = Date.now();
    await shelly.notify({ ...meters, 'em1data:1': { id: 1, total_act_energy: 2_000 } }, at);
    expect(await rows('measurement', second.deviceId)).toMatchObject([{ active_power_kw: 0.02 }]);
    expect(await rows('energy_register', second.deviceId)).toMatchObject([
      { active_total_kwh: '2' },
    ]);
    const refused = { ok: false, refusal: 'order-not-supported' };
    expect(await rig.submit(second.deviceId, 'open')).toMatchObject(refused);
    expect(await rows('command', second.deviceId)).toEqual([]);
  });

  it('has all channels only read if it is registered as a meter', async () => {
    const device = await buildTenantDevice(database, rig.tenant, {
      protocol: 'shelly',
      kind: 'meter',
    });
    const shelly = await connect(device, TWO);
    const second = await channel(device.deviceId, 2);
    await notify(shelly, 1, { output: true, source: 'button' });
    await actionOf(second.deviceId).toBe('closeByManual');
    expect(await rig.submit(second.deviceId, 'open')).toMatchObject({
      refusal: 'order-not-supported',
    });
  });

  it('gets a deleted channel back with its next connection, not before', async () => {
    const { shelly, second, ...device } = await connected();
    const admin = { ...callerOf(rig.tenant), address: '127.0.0.9' };
    const removed = await removeDevice(rig.server.parts.context, admin, second.deviceId);
    expect(removed).toMatchObject({ ok: true });
    // Messages until the connection has followed the deletion belong to the former channel.
    let isClosed = true;
    const follow = async () => {
      const before = await actions(second.deviceId);
      isClosed = !isClosed;
      await notify(shelly, 1, { output: isClosed, source: 'button' });
      return (await actions(second.deviceId)).length - before.length;
    };
    await eventually(follow).toBe(0);
    expect(await find(device.deviceId)).toEqual([]);
    expect(await rows('rejected_message', device.deviceId)).toEqual([]);
    shelly.breakOff();
    const again = await connect(device, TWO);
    const fresh = await channel(device.deviceId, 2);
    expect(fresh.deviceId).not.toBe(second.deviceId);
    await again.replyTo('Shelly.GetStatus', { result: TWO });
    await actionOf(fresh.deviceId).toBe('closeByManual');
    expect(await actions(fresh.deviceId)).toEqual(['closeByManual']);
  });

  it('says why a channel cannot be registered, and has the others', async () => {
    const device = await rig.build();
    const code = `${device.deviceCode}-2`;
    await buildTenantDevice(database, rig.tenant, { protocol: 'shelly', deviceCode: code });
    const three = { ...TWO, 'switch:2': output(2) };
    const shelly = await connect(device, three);
    await addressesOf(device.deviceId).toEqual([3]);
    await shelly.notify(three, Date.now());
    await shelly.notify(three, Date.now());
    expect(await rows('rejected_message', device.deviceId)).toMatchObject([
      { reason: 'unknown-slave', detail: expect.stringContaining(code) },
    ]);
    expect(await rows('measurement', device.deviceId)).toHaveLength(2);
  });
});
