/**
 * Timers sent to the devices that run them, over the real broker, and the display of the stored
 * timers.
 */
import type { MqttClient } from 'mqtt';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { type SimulatedLine, startSimulated } from '../support/devices/simulated-device.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice, type TestDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { connectDevice, publishUp } from '../support/start-gateway.ts';
import { startServer } from '../support/start-server.ts';

describeWithDatabase('timers held by a device', (database) => {
  const server = fixture(() => startServer(database, { clock: systemClock }));
  const tenant = fixture(() => createTenant(database, { label: 'held', now: Date.now() }));
  const lines: SimulatedLine[] = [];

  async function call(path: string, payload: object) {
    const answer = await server.app.inject({
      method: 'POST',
      url: path,
      headers: { authorization: tenant.users.operator.token },
      payload,
    });
    return answer.json();
  }
  async function set(device: string, more: object = {}): Promise<number> {
    const setting = { devId: device, days: 127, time: '18:30', op: 'close', ...more };
    const answer = await call('/task/addOrUpdate', setting);
    expect(answer.errCode).toBe(0);
    return answer.data.id;
  }
  const find = async (devId: string) => (await call('/task/find', { devId })).data;
  const held = async (devId: string) =>
    (await find(devId)).map((task: { held: string }) => task.held);
  const isConnected = async ({ deviceId }: TestDevice) => {
    const row = await database.db
      .selectFrom('device_state')
      .select('connected')
      .where('device_id', '=', deviceId)
      .executeTakeFirst();
    return row?.connected === true;
  };

  function simulate(device: TestDevice, type: 'MT61' | 'MT88C', slaveCount = 0): SimulatedLine {
    const { deviceCode: code, secret } = device;
    const line = startSimulated({ mqttPort: server.mqttPort, code, secret, type, slaveCount });
    lines.push(line);
    return line;
  }

  it('reach the device immediately when added, changed and removed', async () => {
    const device = await buildTenantDevice(database, tenant);
    const line = simulate(device, 'MT61');
    await eventually(() => isConnected(device)).toBe(true);
    const id = await set(device.deviceCode);
    await eventually(() => held(device.deviceCode)).toEqual(['same']);
    expect(line.device.timers).toEqual([{ id, days: 127, at: '18:30', to: 'close' }]);
    expect(await find(device.deviceCode)).toMatchObject([
      { runBy: 'device', heldReason: null, heldTs: expect.any(Number) },
    ]);
    await set(device.deviceCode, { id, time: '19:00', op: 'lock' });
    const second = await set(device.deviceCode, { time: '20:00', op: 'open' });
    await eventually(() => held(device.deviceCode)).toEqual(['same', 'same']);
    await set(device.deviceCode, { id: second, time: '20:00', op: 'open', enable: false });
    await eventually(() => line.device.timers).toEqual([
      { id, days: 127, at: '19:00', to: 'lock' },
    ]);
    await eventually(() => held(device.deviceCode)).toEqual(['same', 'same']);
    await call('/task/del', { id });
    await eventually(() => line.device.timers).toEqual([]);
  });

  it('wait while the device is offline', async () => {
    const device = await buildTenantDevice(database, tenant);
    await set(device.deviceCode);
    expect(await held(device.deviceCode)).toEqual(['waiting']);
    const line = simulate(device, 'MT61');
    await eventually(() => held(device.deviceCode)).toEqual(['same']);
    expect(line.device.timers).toHaveLength(1);
  });

  it('are stored by a gateway for its slaves', async () => {
    const gateway = await buildTenantDevice(database, tenant, { kind: 'gateway', slaves: [1, 2] });
    const line = simulate(gateway, 'MT88C', 2);
    await eventually(() => isConnected(gateway)).toBe(true);
    const id = await set(`${gateway.deviceCode}-2`, { op: 'open' });
    await eventually(() => held(gateway.deviceCode)).toEqual(['same']);
    expect(line.device.timers).toEqual([{ id, address: 2, days: 127, at: '18:30', to: 'open' }]);
  });

  it('are removed from a gateway with their slave', async () => {
    const gateway = await buildTenantDevice(database, tenant, { kind: 'gateway', slaves: [1, 2] });
    const line = simulate(gateway, 'MT88C', 2);
    await eventually(() => isConnected(gateway)).toBe(true);
    await set(`${gateway.deviceCode}-1`, { op: 'open' });
    const id = await set(`${gateway.deviceCode}-2`, { op: 'open' });
    await eventually(() => line.device.timers.length).toBe(2);
    const removed = { id: `${gateway.deviceCode}-1`, groupId: tenant.groupId };
    const answer = await server.app.inject({
      method: 'POST',
      url: '/device/delete',
      headers: { authorization: tenant.users.admin.token },
      payload: removed,
    });
    expect(answer.json().errCode).toBe(0);
    await eventually(() => line.device.timers.map((timer) => timer.id)).toEqual([id]);
  });

  it('are queried again from a device that returns after an hour', async () => {
    const device = await buildTenantDevice(database, tenant);
    const line = simulate(device, 'MT61');
    await eventually(() => isConnected(device)).toBe(true);
    await set(device.deviceCode);
    await eventually(() => held(device.deviceCode)).toEqual(['same']);
    await line.stop();
    await eventually(() => isConnected(device)).toBe(false);
    await database.db
      .updateTable('timer_table')
      .set({ held_at: new Date(Date.now() - 3_700_000) })
      .where('device_id', '=', device.deviceId)
      .execute();
    // A replacement device that has no timers.
    const fresh = simulate(device, 'MT61');
    expect(fresh.device.timers).toEqual([]);
    await eventually(() => fresh.device.timers.length).toBe(1);
    await eventually(async () => (await find(device.deviceCode))[0].heldTs).toBeGreaterThan(
      Date.now() - 60_000,
    );
  });

  describe('timers after the device’s answer', () => {
    let device: TestDevice;
    let client: MqttClient;
    let tables: { id: string; args: { timers: unknown[] } }[];
    beforeEach(async () => {
      device = await buildTenantDevice(database, tenant);
      client = await connectDevice(server.mqttPort, device);
      tables = [];
      client.on('message', (_topic, payload) => tables.push(JSON.parse(payload.toString())));
      await client.subscribeAsync(`ep/1/${device.deviceCode}/down/#`, { qos: 1 });
      await eventually(() => isConnected(device)).toBe(true);
    });
    const reply = (payload: object) => publishUp(client, device.deviceCode, 'reply', payload);
    const asked = async () => {
      await eventually(() => tables.length).toBe(1);
      return tables[0]!;
    };

    it('are run by the platform and shown as refused after a refusal', async () => {
      await set(device.deviceCode);
      const { id } = await asked();
      await reply({ id, code: 400, msg: 'no timers here' });
      expect(await find(device.deviceCode)).toMatchObject([
        { runBy: 'server', held: null, heldReason: 'bad-arguments' },
      ]);
    });

    it('count as stored after a bare acknowledgement', async () => {
      await set(device.deviceCode);
      const { id } = await asked();
      await reply({ id, code: 0 });
      expect(await held(device.deviceCode)).toEqual(['same']);
    });

    it('are shown as different after another table', async () => {
      const timer = await set(device.deviceCode);
      const { id } = await asked();
      const other = { id: timer, days: 127, at: '18:31', to: 'close' };
      await reply({ id, code: 0, data: { timers: [other] } });
      expect(await find(device.deviceCode)).toMatchObject([
        { runBy: 'device', held: 'different', heldReason: 'holds-other-table' },
      ]);
    });

    it('are shown as different after a malformed table', async () => {
      await set(device.deviceCode);
      const { id } = await asked();
      await reply({ id, code: 0, data: { timers: [{ id: 1, at: '25:61' }] } });
      expect(await held(device.deviceCode)).toEqual(['different']);
    });

    it('are not changed by an answer to another command or a repeated answer', async () => {
      await set(device.deviceCode);
      const { id } = await asked();
      await reply({ id: '01890000-0000-7000-8000-00000000dead', code: 0 });
      expect(await held(device.deviceCode)).toEqual(['waiting']);
      await reply({ id, code: 0 });
      await reply({ id, code: 400 });
      expect(await held(device.deviceCode)).toEqual(['same']);
    });

    it('remain pending after an answer to a table that has changed in the meantime', async () => {
      const timer = await set(device.deviceCode);
      const { id } = await asked();
      await set(device.deviceCode, { id: timer, time: '18:45' });
      expect(tables).toHaveLength(1);
      await reply({ id, code: 0 });
      expect(await held(device.deviceCode)).toEqual(['waiting']);
      await eventually(() => tables.length).toBe(2);
      expect(tables[1]!.args.timers).toMatchObject([{ at: '18:45' }]);
      await reply({ id: tables[1]!.id, code: 0 });
      expect(await held(device.deviceCode)).toEqual(['same']);
    });
  });
});
