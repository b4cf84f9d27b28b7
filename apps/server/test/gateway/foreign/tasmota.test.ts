/** Tasmota devices on the embedded broker, with captured messages (docs/promises.md C, G). */
import {
  TASMOTA_SENSOR,
  TASMOTA_THREE_PHASES,
} from '@busbar/device-protocol/test/captured-messages';
import { describe, expect, it } from 'vitest';
import { QUALITY_ARRIVAL } from '../../../src/areas/telemetry/ingest/work.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { TasmotaDevice } from '../../support/devices/tasmota-device.ts';
import { eventually } from '../../support/eventually.ts';
import { foreignRig } from './foreign-rig.ts';

describeWithDatabase('a Tasmota device', (database) => {
  const rig = foreignRig(database, 'tasmota');
  const { rows, actionOf, stateOf, accepted, actions } = rig;

  /** A device that has answered the request for its position. */
  async function connected(position: 'ON' | 'OFF' = 'ON') {
    const device = await rig.build();
    const tasmota = await TasmotaDevice.connect(rig.server.mqttPort, device);
    await tasmota.subscribe();
    await eventually(() => tasmota.commands).toEqual([{ name: 'POWER', payload: '' }]);
    await tasmota.power(position);
    return { ...device, tasmota };
  }
  const received = (tasmota: TasmotaDevice) =>
    eventually(() => tasmota.commands.filter(({ payload }) => payload !== '').at(-1)?.payload);

  describe('that publishes its readings', () => {
    it('has them stored at their arrival, marked as such, whatever its local time', async () => {
      const { tasmota, deviceId } = await connected();
      const before = Date.now();
      await tasmota.publish('tele', 'SENSOR', TASMOTA_SENSOR);
      const [measured] = await rows('measurement', deviceId);
      expect(measured).toMatchObject({
        quality: QUALITY_ARRIVAL,
        voltage_a_v: 227,
        current_a_a: 11.661,
        active_power_kw: 2.635,
        apparent_power_kva: 2.65,
        reactive_power_kvar: 0.282,
        power_factor: 0.99,
      });
      expect(measured!['ts'] as number).toBeGreaterThanOrEqual(before);
      expect(await rows('energy_register', deviceId)).toMatchObject([
        { quality: QUALITY_ARRIVAL, active_total_kwh: '6.294' },
      ]);
    });

    it('has those of three phases stored', async () => {
      const { tasmota, deviceId } = await connected();
      await tasmota.publish('tele', 'SENSOR', TASMOTA_THREE_PHASES);
      expect(await rows('measurement', deviceId)).toMatchObject([
        { active_power_kw: -0.25166, active_power_a_kw: -0.172594, voltage_c_v: 231.2 },
      ]);
      expect(await rows('energy_register', deviceId)).toMatchObject([
        { active_total_kwh: '101.5', active_export_kwh: '3.875' },
      ]);
    });

    it('has a wrong value rejected with its reason, and the others stored', async () => {
      const { tasmota, deviceId } = await connected();
      await tasmota.sense({ ENERGY: { Voltage: 230, Power: [1, 2, 3, 4] } });
      expect(await rows('measurement', deviceId)).toMatchObject([
        { voltage_a_v: 230, active_power_kw: null },
      ]);
      expect(await rows('rejected_message', deviceId)).toMatchObject([{ reason: 'too-many' }]);
    });

    it('may announce itself to home automation, of which nothing is stored', async () => {
      const { tasmota, deviceId } = await connected();
      const announce = { qos: 1, retain: true } as const;
      await tasmota.client.publishAsync('tasmota/discovery/A1B2C3D4E5F6/config', '{}', announce);
      await tasmota.publish('tele', 'INFO1', { Info1: { Module: 'Plug' } });
      expect(await rows('measurement', deviceId)).toEqual([]);
      expect(await rows('rejected_message', deviceId)).toEqual([]);
    });
  });

  describe('that is switched', () => {
    it('is opened and closed, each confirmed by its position', async () => {
      const { tasmota, deviceId } = await connected();
      await actionOf(deviceId).toBe('closeByManual');
      for (const [command, position] of [
        ['open', 'OFF'],
        ['close', 'ON'],
      ] as const) {
        const id = await accepted(deviceId, command);
        await received(tasmota).toBe(position);
        await stateOf(id).toMatchObject({ state: 'sent' });
        await tasmota.power(position);
        await stateOf(id).toEqual({ state: 'confirmed', reason: null });
      }
      expect(await actions(deviceId)).toEqual(['closeByManual', 'openByCommand', 'closeByCommand']);
    });

    it('is not confirmed by the other position, or by a message without a position', async () => {
      const { tasmota, deviceId } = await connected();
      const id = await accepted(deviceId, 'open');
      await received(tasmota).toBe('OFF');
      await tasmota.publish('tele', 'STATE', { POWER: 'ON' });
      await tasmota.publish('stat', 'RESULT', { Command: 'Unknown' });
      await tasmota.publish('stat', 'POWER2', 'OFF');
      await stateOf(id).toMatchObject({ state: 'sent' });
    });

    it('counts as opened by hand if it was opened while its connection was broken', async () => {
      const { tasmota, ...device } = await connected();
      const id = await accepted(device.deviceId, 'open');
      await received(tasmota).toBe('OFF');
      tasmota.breakOff();
      await rig.isOnline(device.deviceId).toBe(false);
      const again = await TasmotaDevice.connect(rig.server.mqttPort, device);
      await again.subscribe();
      await again.power('OFF');
      // The command may not have arrived, and a person may have opened it.
      await actionOf(device.deviceId).toBe('openByManual');
      expect(again.switched).toEqual([]);
      // Its message does not name the command, which therefore remains open until its expiry.
      await stateOf(id).toMatchObject({ state: 'sent' });
    });

    it('is not locked: the command is refused before it exists', async () => {
      const { deviceId } = await connected();
      expect(await rig.submit(deviceId, 'lock')).toMatchObject({ refusal: 'order-not-supported' });
      expect(await rows('command', deviceId)).toEqual([]);
    });

    it('is not sent a command that expired while it was disconnected', async () => {
      const { tasmota, ...device } = await connected();
      tasmota.breakOff();
      await rig.isOnline(device.deviceId).toBe(false);
      const id = await accepted(device.deviceId, 'open', { queue: true });
      await rig.expire(id);
      const again = await TasmotaDevice.connect(rig.server.mqttPort, device);
      await again.subscribe();
      await stateOf(id).toMatchObject({ state: 'expired' });
      await eventually(() => again.commands).toHaveLength(1);
      expect(again.switched).toEqual([]);
    });
  });

  describe('that switches by itself', () => {
    it('reports its button, after which it is not closed remotely', async () => {
      const { tasmota, deviceId } = await connected();
      await tasmota.power('OFF');
      await actionOf(deviceId).toBe('openByManual');
      expect(await rig.submit(deviceId, 'close')).toMatchObject({ refusal: 'close-disabled' });
      await tasmota.power('ON');
      expect(await actions(deviceId)).toEqual(['closeByManual', 'openByManual', 'closeByManual']);
    });

    it('keeps the cause of its position when it connects again', async () => {
      const { tasmota, ...device } = await connected();
      await accepted(device.deviceId, 'open');
      await received(tasmota).toBe('OFF');
      await tasmota.power('OFF');
      tasmota.breakOff();
      const again = await TasmotaDevice.connect(rig.server.mqttPort, device);
      await again.subscribe();
      await again.power('OFF');
      expect((await actions(device.deviceId)).at(-1)).toBe('openByCommand');
    });
  });

  it('is offline as soon as it announces that, or its connection breaks', async () => {
    const { tasmota, ...device } = await connected();
    await tasmota.publish('tele', 'LWT', 'Online', { retain: true });
    await rig.isOnline(device.deviceId).toBe(true);
    void tasmota.publish('tele', 'LWT', 'Offline', { retain: true }).catch(() => undefined);
    await tasmota.ended;
    await rig.isOnline(device.deviceId).toBe(false);
    const again = await TasmotaDevice.connect(rig.server.mqttPort, device);
    await rig.isOnline(device.deviceId).toBe(true);
    again.breakOff();
    await rig.isOnline(device.deviceId).toBe(false);
  });

  it.each([
    (code: string) => `tele/${code}/SENSOR`,
    (code: string) => `stat/${code}/POWER`,
    (code: string) => `cmnd/${code}/POWER`,
  ])('cannot publish in the topics of another device', async (topicOf) => {
    const victim = await rig.buildOther();
    const { tasmota } = await connected();
    void tasmota.client
      .publishAsync(topicOf(victim.deviceCode), 'OFF', { qos: 1 })
      .catch(() => undefined);
    await tasmota.ended;
    expect(await rows('switch_event', victim.deviceId)).toEqual([]);
  });

  it.each([(code: string) => `cmnd/${code}/#`, () => 'cmnd/tasmotas/#', () => 'cmnd/#', () => '#'])(
    'cannot subscribe to the topics of another device, and remains connected',
    async (filterOf) => {
      const victim = await rig.buildOther();
      const { tasmota } = await connected();
      const refused = tasmota.client.subscribeAsync(filterOf(victim.deviceCode), { qos: 1 });
      await expect(refused).rejects.toThrow();
      await tasmota.publish('tele', 'LWT', 'Online');
    },
  );
});
