/** A Tasmota device with several relays on the embedded broker (docs/adr/0083). */
import { describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../../support/databases.ts';
import { TasmotaDevice } from '../../support/devices/tasmota-device.ts';
import { eventually } from '../../support/eventually.ts';
import { channelRig } from './channel-rig.ts';
import { foreignRig } from './foreign-rig.ts';

const STATE = { Time: '2026-11-30T10:00:00', Uptime: '0T00:10:00' };
const TWO_ON = { POWER1: 'ON', POWER2: 'ON' };
const SHUTTER = { Shutter1: { Position: 0, Direction: 0, Target: 0, Tilt: 0 } };
const SPLIT = { Total: [5.5, 2.25], Power: [100, 40], Current: [0.5, 0.2], Voltage: 230 };

describeWithDatabase('a Tasmota device with several relays', (database) => {
  const rig = foreignRig(database, 'tasmota');
  const { rows, actionOf, stateOf, accepted, actions } = rig;
  const { find, channel } = channelRig(database);
  type Device = Awaited<ReturnType<typeof rig.build>>;
  const namesOf = (tasmota: TasmotaDevice) => tasmota.commands.map(({ name }) => name);

  async function connect(device: Device) {
    const tasmota = await TasmotaDevice.connect(rig.server.mqttPort, device);
    await tasmota.subscribe();
    await eventually(() => tasmota.commands[0]).toEqual({ name: 'POWER', payload: '' });
    return tasmota;
  }

  /** Answers the requests for the sensors and the state. */
  async function answer(tasmota: TasmotaDevice, sensors: object, positions: object) {
    await tasmota.publish('stat', 'STATUS10', { StatusSNS: { Time: STATE.Time, ...sensors } });
    await tasmota.publish('stat', 'RESULT', { ...STATE, ...positions });
  }

  /** A device with two relays, whose positions are known. */
  async function connected() {
    const device = await rig.build();
    const tasmota = await connect(device);
    await tasmota.publish('stat', 'RESULT', { POWER1: 'ON' });
    await eventually(() => namesOf(tasmota)).toEqual(['POWER', 'STATUS', 'STATE']);
    await answer(tasmota, {}, TWO_ON);
    await eventually(() => namesOf(tasmota)).toHaveLength(5);
    await answer(tasmota, {}, TWO_ON);
    const second = await channel(device.deviceId, 2);
    await actionOf(second.deviceId).toBe('closeByManual');
    return { ...device, tasmota, second };
  }
  const power = async (tasmota: TasmotaDevice, relay: number, position: 'ON' | 'OFF') => {
    await tasmota.publish('stat', 'RESULT', { [`POWER${relay}`]: position });
    await tasmota.publish('stat', `POWER${relay}`, position);
  };

  it('has a slave for each further one, and none if it has only one', async () => {
    const { deviceId, deviceCode, second } = await connected();
    expect(await find(deviceId)).toEqual([second]);
    expect(second).toMatchObject({ code: `${deviceCode}-2`, kind: 'slave', protocol: 'tasmota' });
    for (const name of ['POWER', 'POWER1']) {
      const single = await rig.build();
      const tasmota = await connect(single);
      await tasmota.publish('stat', 'RESULT', { [name]: 'ON' });
      await answer(tasmota, {}, { [name]: 'ON' });
      expect(await find(single.deviceId)).toEqual([]);
    }
  });

  it('is switched by the number of the relay, and confirmed by its position alone', async () => {
    const { tasmota, deviceId, second } = await connected();
    const id = await accepted(second.deviceId, 'open');
    await eventually(() => tasmota.commands.at(-1)).toEqual({ name: 'POWER2', payload: 'OFF' });
    await power(tasmota, 1, 'OFF');
    await actionOf(deviceId).toBe('openByManual');
    await stateOf(id).toMatchObject({ state: 'sent' });
    await power(tasmota, 2, 'OFF');
    await stateOf(id).toEqual({ state: 'confirmed', reason: null });
    expect(await actions(second.deviceId)).toEqual(['closeByManual', 'openByCommand']);
  });

  it('confirms the commands of two relays with one message', async () => {
    const { tasmota, deviceId, second } = await connected();
    const ids = [await accepted(deviceId, 'open'), await accepted(second.deviceId, 'open')];
    await eventually(() => tasmota.switched).toHaveLength(2);
    await tasmota.publish('tele', 'STATE', { ...STATE, POWER1: 'OFF', POWER2: 'OFF' });
    for (const id of ids) await stateOf(id).toEqual({ state: 'confirmed', reason: null });
  });

  describe('that measures energy', () => {
    it('has the values of each relay stored for it', async () => {
      const { tasmota, deviceId, second } = await connected();
      await tasmota.sense({ ENERGY: SPLIT });
      expect(await rows('measurement', deviceId)).toMatchObject([
        { active_power_kw: 0.1, current_a_a: 0.5, voltage_a_v: 230, active_power_b_kw: null },
      ]);
      expect(await rows('measurement', second.deviceId)).toMatchObject([
        { active_power_kw: 0.04, current_a_a: 0.2, voltage_a_v: 230 },
      ]);
      expect(await rows('energy_register', deviceId)).toMatchObject([{ active_total_kwh: '5.5' }]);
      expect(await rows('energy_register', second.deviceId)).toMatchObject([
        { active_total_kwh: '2.25' },
      ]);
    });

    it('has them read for no phase before the relays are registered', async () => {
      const device = await rig.build();
      const tasmota = await connect(device);
      await tasmota.sense({ ENERGY: SPLIT });
      await tasmota.publish('stat', 'RESULT', { POWER1: 'ON' });
      await answer(tasmota, { ENERGY: SPLIT }, TWO_ON);
      const second = await channel(device.deviceId, 2);
      await tasmota.sense({ ENERGY: SPLIT });
      expect(await rows('energy_register', device.deviceId)).toMatchObject([
        { active_total_kwh: '5.5' },
      ]);
      expect(await rows('energy_register', second.deviceId)).toHaveLength(1);
    });

    it('has a register of the whole device stored for the first relay only', async () => {
      const { tasmota, deviceId, second } = await connected();
      await tasmota.sense({ ENERGY: { ...SPLIT, Total: 7.75 } });
      expect(await rows('energy_register', deviceId)).toMatchObject([{ active_total_kwh: '7.75' }]);
      expect(await rows('energy_register', second.deviceId)).toEqual([]);
      expect(await rows('measurement', second.deviceId)).toHaveLength(1);
    });

    it('restarts counting when it begins to count each relay, or all together again', async () => {
      const { tasmota, deviceId, second } = await connected();
      const restarts = async () => {
        const of = async (id: number) => (await rows('energy_override', id)).length;
        return [await of(deviceId), await of(second.deviceId)];
      };
      const together = { ENERGY: { ...SPLIT, Total: 7.75 } };
      const each = { ENERGY: SPLIT };
      for (const [sensors, found] of [
        [together, [0, 0]],
        [together, [0, 0]],
        // The second relay has no earlier register.
        [each, [1, 0]],
        [each, [1, 0]],
        [together, [2, 0]],
        // Its energy since then was billed to the first one.
        [each, [3, 1]],
      ] as const) {
        await tasmota.sense(sensors);
        expect(await restarts()).toEqual(found);
      }
      const registers = await rows('energy_register', deviceId);
      expect(await rows('energy_override', deviceId)).toMatchObject(
        [2, 4, 5].map((at) => ({ decision: 'ignore', register_ts: registers[at]!['ts'] })),
      );
    });

    it('restarts counting if its registers were added up before', async () => {
      const { tasmota, deviceId, second } = await connected();
      await tasmota.sense({ ENERGY: SPLIT });
      // As a version left it that added up the registers of all relays.
      await database.db
        .updateTable('device_state')
        .set({ counts_channel: null })
        .where('device_id', 'in', [deviceId, second.deviceId])
        .execute();
      await tasmota.sense({ ENERGY: SPLIT });
      expect(await rows('energy_override', deviceId)).toHaveLength(1);
      expect(await rows('energy_override', second.deviceId)).toEqual([]);
    });

    it('has them read only once it is known again what they are', async () => {
      const { tasmota, second, ...device } = await connected();
      tasmota.breakOff();
      const again = await connect(device);
      await eventually(() => namesOf(again)).toEqual(['POWER', 'STATUS', 'STATE']);
      await again.sense({ ENERGY: SPLIT });
      expect(await rows('energy_register', device.deviceId)).toEqual([]);
      await again.publish('tele', 'STATE', { ...STATE, ...TWO_ON });
      await again.sense({ ENERGY: SPLIT });
      expect(await rows('energy_register', device.deviceId)).toMatchObject([
        { active_total_kwh: '5.5' },
      ]);
      expect(await rows('energy_register', second.deviceId)).toHaveLength(1);
    });
  });

  it('has no channel for relays that drive a shutter, and switches none of them', async () => {
    const device = await rig.build();
    const tasmota = await connect(device);
    await tasmota.publish('stat', 'RESULT', { POWER1: 'ON' });
    await eventually(() => namesOf(tasmota)).toEqual(['POWER', 'STATUS', 'STATE']);
    await answer(tasmota, SHUTTER, TWO_ON);
    await power(tasmota, 2, 'OFF');
    expect(await find(device.deviceId)).toEqual([]);
    const id = await accepted(device.deviceId, 'open');
    await stateOf(id).toEqual({ state: 'rejected', reason: 'order-not-supported' });
    expect(tasmota.switched).toEqual([]);
  });

  it('has a waiting command sent once it is known that its relay drives no motor', async () => {
    const { tasmota, second, ...device } = await connected();
    tasmota.breakOff();
    await rig.isOnline(device.deviceId).toBe(false);
    const id = await accepted(second.deviceId, 'open', { queue: true });
    const again = await connect(device);
    await eventually(() => namesOf(again)).toEqual(['POWER', 'STATUS', 'STATE']);
    await stateOf(id).toMatchObject({ state: 'queued' });
    await answer(again, {}, TWO_ON);
    await eventually(() => again.commands.at(-1)).toEqual({ name: 'POWER2', payload: 'OFF' });
    await power(again, 2, 'OFF');
    await stateOf(id).toEqual({ state: 'confirmed', reason: null });
  });

  it('has a relay offline that drives a shutter since, and not switched', async () => {
    const { tasmota, second, ...device } = await connected();
    tasmota.breakOff();
    const again = await connect(device);
    const id = await accepted(second.deviceId, 'open', { queue: true });
    await answer(again, SHUTTER, TWO_ON);
    const state = async () => (await rows('device_state', second.deviceId))[0]?.['unreachable'];
    await eventually(state).toBe(true);
    await stateOf(id).toEqual({ state: 'rejected', reason: 'order-not-supported' });
    expect(again.switched).toEqual([]);
  });
});
