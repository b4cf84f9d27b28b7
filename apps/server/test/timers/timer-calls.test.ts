/**
 * Timers over HTTP: set, listed, deleted, rejected (docs/specification/control.md 5,
 * docs/specification/calls.md 4.3).
 */

import type { DeviceKind } from '@busbar/domain/device/device-type';
import { nextRun } from '@busbar/domain/timer/next-run';
import { beforeEach, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';

const ZONE = 'Asia/Shanghai';

describeWithDatabase('timer calls over HTTP', (database) => {
  const server = fixture(() => startServer(database));
  const tenant = fixture(() => createTenant(database, { label: 'task', now: TEST_NOW }));
  let deviceId: number;
  let counter = 400_000_000;
  beforeEach(async () => {
    deviceId = await addDevice('dtu');
  });

  async function addDevice(kind: DeviceKind, gatewayId: number | null = null): Promise<number> {
    counter += 1;
    await database.db
      .insertInto('device')
      .values({
        customer_id: tenant.customerId,
        device_id: counter,
        device_code: `TASK${counter}`,
        name: `name of ${counter}`,
        device_type_id: 1,
        kind,
        group_id: tenant.groupId,
        rate_id: tenant.rateId,
        gateway_id: gatewayId,
        slave_address: gatewayId === null ? null : 3,
        created_at: new Date(TEST_NOW),
      })
      .execute();
    return counter;
  }

  async function call(path: string, payload: object, role: 'operator' | 'viewer' = 'operator') {
    const answer = await server.app.inject({
      method: 'POST',
      url: path,
      headers: { authorization: tenant.users[role].token },
      payload,
    });
    return answer.json();
  }
  const set = (more: object = {}) =>
    call('/task/addOrUpdate', { devId: deviceId, days: 31, time: '06:45', op: 'open', ...more });
  const find = async (devId: number | string = deviceId) =>
    (await call('/task/find', { devId, groupId: tenant.groupId }, 'viewer')).data;

  it('set a timer and return it with its next run', async () => {
    const { errCode, data, msg } = await set();
    expect([errCode, msg]).toEqual([0, 'Success to save']);
    const next = nextRun({ days: 31, time: '06:45' }, TEST_NOW, ZONE);
    expect(await find()).toEqual([
      {
        id: data.id,
        devId: deviceId,
        devCode: `TASK${deviceId}`,
        deviceName: `name of ${deviceId}`,
        channel: null,
        days: 31,
        time: '06:45',
        sun: null,
        offset: 0,
        projectId: null,
        projectName: null,
        op: 'open',
        enable: true,
        runBy: 'server',
        held: null,
        heldReason: null,
        heldTs: null,
        nextRunTs: next,
        nextRunTime: '2026-11-23 06:45:00',
        lastRunTs: null,
        lastRunTime: null,
        lastResult: null,
        lastReason: null,
        lastCommandId: null,
      },
    ]);
  });

  it('change, disable and delete a timer', async () => {
    const { data } = await set();
    expect(await set({ id: data.id, time: '07:00', op: 'close' })).toMatchObject({
      msg: 'Success to update',
      data,
    });
    expect(await find()).toMatchObject([{ time: '07:00', op: 'close', enable: true }]);
    await set({ id: data.id, enable: false });
    expect(await find()).toMatchObject([{ enable: false, nextRunTs: null, nextRunTime: null }]);
    expect(await call('/task/del', { id: data.id })).toMatchObject({
      errCode: 0,
      msg: 'Success to delete',
    });
    expect(await find()).toEqual([]);
    expect(await call('/task/del', { id: data.id })).toMatchObject({ errCode: 404, field: 'id' });
  });

  it('are recorded in the operation log', async () => {
    const { data } = await set();
    await set({ id: data.id, enable: false });
    await call('/task/del', { id: data.id });
    const log = await call('/sys/log/findByConditions', { deviceId, procMode: 'Timers' });
    expect(log.data.map((row: { opCommand: string }) => row.opCommand).toSorted()).toEqual([
      'add timer',
      'change timer',
      'delete timer',
    ]);
  });

  it.each([
    ['25:61', { time: '25:61' }, 'timer-time-invalid', 'time: must be HH:mm'],
    ['24:00', { time: '24:00' }, 'timer-time-invalid', 'time: must be HH:mm'],
    ['no day', { days: 0 }, 'timer-days-invalid', 'days: at least one day'],
    ['an eighth day', { days: 128 }, 'timer-days-invalid', 'days: at least one day'],
    ['half a day', { days: 1.5 }, 'timer-days-invalid', 'days: at least one day'],
    ['a lock command for a terminal', { op: 'lock' }, 'order-not-supported', 'does not support'],
    ['an absent device', { devId: 'NOSUCHDEVICE01' }, 'not-found', 'Not found'],
    ['an absent timer', { id: 1234567 }, 'not-found', 'Not found'],
  ])('are rejected with %s', async (_, more, reason, sentence) => {
    const answer = await set(more);
    expect(answer).toMatchObject({ reason });
    expect(answer.msg).toContain(sentence);
    expect(await find()).toEqual([]);
  });

  it('accept only open, close, lock and unlock', async () => {
    expect(await set({ op: 'toggle' })).toMatchObject({ errCode: 400, field: 'op' });
  });

  it('reject two timers at one time on a common day', async () => {
    const { data } = await set();
    expect(await set({ op: 'close', days: 64 | 16 })).toMatchObject({ reason: 'timer-taken' });
    expect(await set({ op: 'close', days: 96 })).toMatchObject({ errCode: 0 });
    expect(await set({ id: data.id, days: 1 })).toMatchObject({ errCode: 0 });
    expect(await set({ id: data.id, days: 32 })).toMatchObject({ reason: 'timer-taken' });
  });

  it('cannot move a timer to another device', async () => {
    const { data } = await set();
    const other = await addDevice('dtu');
    expect(await set({ id: data.id, devId: other })).toMatchObject({ errCode: 400 });
  });

  it('limit a device, and a gateway with its slaves, to 64 timers', async () => {
    const gatewayId = await addDevice('gateway');
    const [one, two] = [await addDevice('slave', gatewayId), await addDevice('slave', gatewayId)];
    const time = (minute: number) => `10:${String(minute % 60).padStart(2, '0')}`;
    for (let count = 0; count < 64; count++) {
      const devId = count < 32 ? one : two;
      expect(await set({ devId, time: time(count), days: count < 60 ? 1 : 2 })).toMatchObject({
        errCode: 0,
      });
    }
    expect(await set({ devId: one, time: '23:00' })).toMatchObject({ reason: 'quota-exceeded' });
    expect(await set({ devId: gatewayId, time: '23:00' })).toMatchObject({
      reason: 'order-not-supported',
    });
    expect(await find(gatewayId)).toHaveLength(13);
    expect(await call('/task/find', { devId: one, rows: 100 })).toMatchObject({
      totalCount: 32,
      totalPage: 1,
    });
  });

  it('list no timers of a deleted device', async () => {
    await set();
    await database.db
      .updateTable('device')
      .set({ deleted_at: new Date(TEST_NOW) })
      .where('device_id', '=', deviceId)
      .execute();
    expect(await call('/task/find', { rows: 1000 })).not.toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ devId: deviceId })]),
    });
  });
});
