/** A device that is registered again first receives the timer table of its new registration. */
import { expect, it } from 'vitest';
import { ensureSlaves } from '../../src/areas/fleet/devices/slaves.ts';
import { systemClock } from '../../src/clock.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { type SimulatedLine, startSimulated } from '../support/devices/simulated-device.ts';
import { eventually } from '../support/eventually.ts';
import { buildDevice } from '../support/factories/device.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { fixture } from '../support/fixture.ts';
import { connectDevice } from '../support/start-gateway.ts';
import { startServer } from '../support/start-server.ts';
import { testContext } from '../support/test-context.ts';

describeWithDatabase('the timer table of a new registration', (database) => {
  const server = fixture(() => startServer(database, { clock: systemClock }));
  const tenant = fixture(() => createTenant(database, { label: 'again', now: Date.now() }));
  const ctx = testContext(database, {}, Date.now());
  const register = (type: string, code?: string) =>
    buildDevice(ctx, callerOf(tenant, 'admin'), code === undefined ? { type } : { type, code });

  async function call(url: string, payload: object) {
    const headers = { authorization: tenant.users.admin.token };
    const answer = await server.app.inject({ method: 'POST', url, headers, payload });
    return answer.json().errCode;
  }
  const stateOf = async (deviceId: number) =>
    (
      await database.db
        .selectFrom('timer_table')
        .select('state')
        .where('device_id', '=', deviceId)
        .executeTakeFirst()
    )?.state;

  it('is sent before any other message and empties the former one', async () => {
    const former = await register('MT61');
    const access = (device: { code: string; secret?: string | undefined }) => ({
      mqttPort: server.mqttPort,
      code: device.code,
      secret: device.secret!,
      type: 'MT61' as const,
    });
    const line: SimulatedLine = startSimulated(access(former));
    await eventually(() => stateOf(former.deviceId)).toBe('same');
    const timer = { devId: former.code, days: 127, time: '18:30', op: 'close' };
    expect(await call('/task/addOrUpdate', timer)).toBe(0);
    await eventually(() => line.device.timers.length).toBe(1);
    await line.stop();
    const removed = { id: former.code, groupId: tenant.groupId };
    await eventually(() => call('/device/delete', removed)).toBe(0);

    const again = await register('MT61', former.code);
    expect(await stateOf(again.deviceId)).toBe('waiting');
    const client = await connectDevice(server.mqttPort, {
      deviceCode: again.code,
      secret: again.secret!,
    });
    const received: unknown[] = [];
    client.on('message', (_topic, payload) => received.push(JSON.parse(payload.toString())));
    await client.subscribeAsync(`ep/1/${again.code}/down/#`, { qos: 1 });
    await eventually(() => received[0]).toMatchObject({ op: 'timers', args: { timers: [] } });
  });

  it('is queued for a gateway, also by its slaves, and not for devices that store none', async () => {
    const [gateway, meter] = [await register('MT88C'), await register('METER')];
    expect(await stateOf(gateway.deviceId)).toBe('waiting');
    expect(await stateOf(meter.deviceId)).toBeUndefined();
    await database.db.deleteFrom('timer_table').where('device_id', '=', gateway.deviceId).execute();
    await database.transaction((trx) => ensureSlaves(ctx, trx, gateway.code, [1, 2]));
    expect(await stateOf(gateway.deviceId)).toBe('waiting');
  });
});
