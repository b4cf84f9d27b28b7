/** Towers over HTTP: settings and their validation, and bills that add up. */
import { hoursOfQuarters } from '@busbar/domain/consumption/day-slots';
import { expect, it } from 'vitest';
import { saveSerialLine } from '../../src/areas/fleet/serial-lines/serial-line-queries.ts';
import { buildEnergyFixture } from '../energy/energy-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { towerForm, towerUserForm } from '../support/devices/tower-form.ts';
import { fixture } from '../support/fixture.ts';
import type { Answer } from '../support/http-client.ts';
import { startServer } from '../support/start-server.ts';

const ZONE = 'Europe/Berlin';
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

describeWithDatabase('tower calls over HTTP', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const world = fixture(() =>
    buildEnergyFixture(server, { seed: 7, zone: ZONE, months: 2, devices: 7 }),
  );
  const addProject = (type: string) =>
    fixture(async () => {
      const made = await world.admin.post('/api/v2/project', { name: `All ${type}s`, type });
      return made.body.data as { id: number };
    });
  const project = addProject('tower');
  const lampProject = addProject('lamp');

  const user = (slot: number, more: object = {}) =>
    towerUserForm({
      slot,
      name: `Operator ${slot}`,
      device_code: world.devices[slot]!.code,
      priority: slot,
      cut_v: 44 + slot,
      ...more,
    });
  const form = (more: object = {}) =>
    towerForm({
      project_id: project.id,
      device_code: world.devices[6]!.code,
      users: [user(1)],
      ...more,
    });
  const add = (more: object = {}): Promise<Answer> =>
    world.admin.post('/api/v2/tower-device', form(more));
  const remove = (id: number) => world.admin.delete(`/api/v2/tower-device/${id}`);
  const periods = (...texts: string[]) =>
    texts.map((text) => ({ begin: text.slice(0, 5), end: text.slice(6), valid: true }));

  it('create, read, change and delete a tower', async () => {
    const made = await add({ users: [user(1), user(2, { periods: periods('22:00-06:00') })] });
    expect(made.body).toMatchObject({ code: 0, msg: 'Success to save' });
    const { id } = made.body.data;
    const read = await world.admin.get(`/api/v2/tower-device/${id}`);
    expect(read.body.data).toMatchObject({
      name: 'North hill',
      project_name: 'All towers',
      users: [{ slot: 1 }, { slot: 2, periods: [{ begin: '22:00', end: '06:00', valid: true }] }],
    });
    const list = await world.admin.get(`/api/v2/tower-devices?project_id=${project.id}`);
    expect(list.body.data).toMatchObject({ total: 1, list: [{ id, mains: 'unknown' }] });
    const changed = await world.admin.put(
      `/api/v2/tower-device/${id}`,
      form({ name: 'South hill', users: [user(2)] }),
    );
    expect(changed.body.data).toMatchObject({ name: 'South hill', users: [{ slot: 2 }] });
    const state = await world.admin.get(`/api/v2/tower-device/${id}/state`);
    expect(state.body.data).toMatchObject({
      mains: 'unknown',
      bus_v: null,
      fresh: false,
      device_gone: false,
      users: [{ slot: 2, mode: 'manual', state: 'manual-off', position: null }],
    });
    expect((await remove(id)).body).toMatchObject({ code: 0 });
    expect((await world.admin.get(`/api/v2/tower-device/${id}`)).status).toBe(404);
    const again = await add();
    expect(again.body.code).toBe(0);
    await remove(again.body.data.id);
  });

  it('report that the measuring device was deleted', async () => {
    const { id } = (await add()).body.data;
    const devices = server.parts.context.database.db
      .updateTable('device')
      .where('device_code', '=', world.devices[6]!.code);
    await devices.set({ deleted_at: new Date() }).execute();
    const state = await world.admin.get(`/api/v2/tower-device/${id}/state`);
    expect(state.body.data).toMatchObject({ device_gone: true, fresh: false });
    await devices.set({ deleted_at: null }).execute();
    await remove(id);
  });

  it('refuse a user whose breaker can only be read', async () => {
    const { deviceId, code } = world.devices[2]!;
    const device = { customerId: world.customerId, deviceId };
    const { db } = server.parts.context.database;
    const setKind = (kind: 'dtu' | 'main') =>
      db.updateTable('device').set({ kind }).where('device_code', '=', code).execute();
    await setKind('dtu');
    const line = { protocol: 'modbus-rtu', baud: 9_600, heartbeat: '', needsSecret: true } as const;
    await saveSerialLine(db, device, line);
    const { body } = await add({ users: [user(1), user(2)] });
    expect(body).toMatchObject({ reason: 'meter-read-only', field: 'users.1.device_code' });
    await setKind('main');
  });

  it.each<[string, () => object, string]>([
    [
      'five users',
      () => ({ users: [1, 2, 3, 4, 5].map((slot) => user(slot)) }),
      'users: a tower has four users at most',
    ],
    [
      'six periods',
      () => ({
        users: [
          user(1, {
            periods: periods(
              '00:00-01:00',
              '01:00-02:00',
              '02:00-03:00',
              '03:00-04:00',
              '04:00-05:00',
              '05:00-06:00',
            ),
          }),
        ],
      }),
      'users.0.periods: a user has five time periods at most',
    ],
    [
      'periods that overlap',
      () => ({ users: [user(1, { periods: periods('06:00-08:00', '07:45-09:00') })] }),
      'users.0.periods.1: this period overlaps another one',
    ],
    [
      'a limit off the quarter hour',
      () => ({ users: [user(1, { periods: periods('06:05-08:00') })] }),
      'users.0.periods.0: begin and end must be quarter hours, HH:mm, and differ',
    ],
    [
      'too little hysteresis',
      () => ({ users: [user(1, { reconnect_v: 45.1 })] }),
      'users.0.reconnect_v: must be at least 0.5 V above the voltage at which it is cut',
    ],
    [
      'a more important user disconnected first',
      () => ({ users: [user(1, { cut_v: 48 }), user(2)] }),
      'users.1.cut_v: must not be below that of a more important user',
    ],
    [
      'a voltage out of range',
      () => ({ users: [user(1, { cut_v: 20 })] }),
      'users.0.cut_v: is out of range',
    ],
    ['a short hold', () => ({ hold_s: 30 }), 'hold_s: is out of range'],
    ['no name', () => ({ name: ' ' }), 'name: a name is needed'],
    [
      'a lamp project',
      () => ({ project_id: lampProject.id }),
      'project_id: this is not a tower project',
    ],
    [
      'one breaker for two users',
      () => ({ users: [user(1), user(2, { device_code: world.devices[1]!.code })] }),
      'users.1.device_code: this device is named twice, or belongs to another tower or a lamp group',
    ],
    [
      'the tower’s own device',
      () => ({ users: [user(1, { device_code: world.devices[6]!.code })] }),
      'users.0.device_code: this device is named twice, or belongs to another tower or a lamp group',
    ],
  ])('reject %s with a message that names the field', async (_, more, sentence) => {
    const answer = await add(more());
    expect(answer.body.msg).toBe(sentence);
    expect(answer.body.code).toBeGreaterThan(0);
  });

  it.each<[string, () => object, string]>([
    [
      'an unknown breaker',
      () => ({ users: [user(1, { device_code: 'NOSUCHBREAKER1' })] }),
      'users.0.device_code',
    ],
    ['an unknown device', () => ({ device_code: 'NOSUCHDEVICE01' }), 'device_code'],
    ['an unknown project', () => ({ project_id: 1_234_567 }), 'project_id'],
  ])('reject %s as not found', async (_, more, field) => {
    const answer = await add(more());
    expect([answer.status, answer.body.field]).toEqual([404, field]);
  });

  it('bill the energy of a breaker that moves to another slot once', async () => {
    const made = await add({ users: [user(1)] });
    const { id } = made.body.data;
    const billOf = async () => (await world.admin.get(`/api/v2/tower-device/${id}/bill`)).body.data;
    const before = await billOf();
    const moved = user(2, { device_code: world.devices[1]!.code, name: 'Moved' });
    const changed = await world.admin.put(`/api/v2/tower-device/${id}`, form({ users: [moved] }));
    expect(changed.body.code).toBe(0);
    const after = await billOf();
    await remove(id);
    expect(before.ept).toBeGreaterThan(0);
    expect([after.ept, after.fee]).toEqual([before.ept, before.fee]);
  });

  it('bill each user by period from the ledger, to the last cent', async () => {
    const made = await add({
      users: [
        user(1, { periods: periods('22:00-06:00', '08:15-12:00') }),
        user(2),
        user(3, { periods: [{ begin: '00:00', end: '24:00', valid: true }] }),
      ],
    });
    const { id } = made.body.data;
    const first = await world.admin.get(`/api/v2/tower-device/${id}/bill`);
    for (const start of first.body.data.starts as string[]) {
      const { data } = (await world.admin.get(`/api/v2/tower-device/${id}/bill?start=${start}`))
        .body;
      expect(data.users).toHaveLength(3);
      for (const bill of data.users) {
        const { deviceId } = world.devices[bill.slot]!;
        const days = world.days.filter(
          (day) => day.deviceId === deviceId && day.day >= data.start && day.day <= data.end,
        );
        const wh = sum(days.map(({ quarters }) => sum(quarters)));
        expect(Math.round(bill.ept * 1000)).toBe(wh);
        const cents = sum(days.map(({ fees }) => sum(Object.values(fees))));
        expect(Math.round(bill.fee * 100)).toBe(cents);
        const parts = [...bill.periods, bill.outside, bill.unshared];
        expect(sum(parts.map(({ ept }) => Math.round(ept * 1000)))).toBe(wh);
        expect(sum(parts.map(({ fee }) => Math.round(fee * 100)))).toBe(cents);
        expect(bill.unshared).toEqual({ ept: 0, fee: 0 });
      }
      const [night] = data.users[0].periods;
      const days = world.days.filter(
        (day) =>
          day.deviceId === world.devices[1]!.deviceId &&
          day.day >= data.start &&
          day.day <= data.end,
      );
      // The expected bill uses the hour of each quarter: 22 to 6 begins and ends on full hours.
      const byHand = sum(
        days.flatMap(({ day, quarters }) =>
          hoursOfQuarters(day, ZONE).map((hour, at) =>
            hour >= 22 || hour < 6 ? (quarters[at] ?? 0) : 0,
          ),
        ),
      );
      expect(Math.round(night.ept * 1000)).toBe(byHand);
      expect(data.users[2].periods[0].ept).toBe(data.users[2].ept);
      expect(Math.round(data.ept * 1000)).toBe(
        sum(data.users.map(({ ept }: { ept: number }) => Math.round(ept * 1000))),
      );
    }
    const changed = await world.admin.put(
      `/api/v2/tower-device/${id}`,
      form({ users: [user(1, { periods: periods('06:00-07:00') })] }),
    );
    expect(changed.body.code).toBe(0);
    const { data } = (await world.admin.get(`/api/v2/tower-device/${id}/bill`)).body;
    // The day of the change has the new periods, the days before it the old ones.
    expect(data.users).toMatchObject([{ slot: 1, changed: true }, { slot: 2 }, { slot: 3 }]);
    const [oldBill] = first.body.data.users;
    expect(data.users[0].ept).toBe(oldBill.ept);
    const unknown = await world.admin.get(`/api/v2/tower-device/${id}/bill?start=2019-01-01`);
    expect(unknown.body.msg).toMatch(/period/i);
  });
});
