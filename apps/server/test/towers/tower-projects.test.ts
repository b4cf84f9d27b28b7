/** Towers as parts of their project: included in its queries, and affected by its changes. */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { notifiedByProject } from '../../src/areas/messaging/notifications/due-queries.ts';
import { mailProjects } from '../../src/areas/messaging/project-mails/project-mails.ts';
import { buildEnergyFixture } from '../energy/energy-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { towerForm, towerUserForm } from '../support/devices/tower-form.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

describeWithDatabase('a tower project', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const world = fixture(() =>
    buildEnergyFixture(server, { seed: 3, zone: 'Europe/Berlin', months: 2, devices: 4 }),
  );
  let projectId: number;
  let towerId: number;
  const SUPPLY = 3;
  const BREAKER = 1;
  const UNUSED = 2;

  beforeAll(async () => {
    projectId = await addProject('tower');
    towerId = (await addTower()).body.data.id;
  });

  const codeOf = (place: number) => world.devices[place]!.code;
  const get = async (path: string) => (await world.admin.get(`/api/v2/${path}`)).body;
  const addProject = async (type: string) =>
    (await world.admin.post('/api/v2/project', { name: `New ${type}`, type })).body.data
      .id as number;
  const addTower = (more: object = {}) =>
    world.admin.post(
      '/api/v2/tower-device',
      towerForm({
        project_id: projectId,
        device_code: codeOf(SUPPLY),
        users: [towerUserForm({ device_code: codeOf(BREAKER) })],
        ...more,
      }),
    );
  const addLamps = (project: number, place: number) =>
    world.admin.post('/api/v2/device-lamp', {
      project_id: project,
      device_code: codeOf(place),
      name: 'Pier',
      lamp_count: 9,
      lamp_power: 0.15,
      error_range: 10,
    });
  async function raiseAlarm(place: number) {
    const { id } = await server.parts.context.database.db
      .insertInto('alarm')
      .values({
        customer_id: world.customerId,
        device_id: world.devices[place]!.deviceId,
        group_id: world.views[0]!.groupId,
        alarm_type: 'electricLeakage',
        kind: 'alarm',
        priority: 2,
        source: 'platform',
        opened_at: new Date(),
        last_at: new Date(),
        day: '2026-11-20',
      } as never)
      .returning('alarm_id as id')
      .executeTakeFirstOrThrow();
    return id;
  }

  it('mails alarms to its addresses, and adds them to the notification list', async () => {
    const { context } = server.parts;
    const { db } = context.database;
    const notice = {
      project_id: projectId,
      mail_address: 'towers@example.org',
      mail_notification: true,
      app_notification: true,
    };
    expect((await world.admin.post('/api/v2/config/notice', notice)).body.code).toBe(0);
    const alarmId = await raiseAlarm(BREAKER);
    const { customerId } = world;
    const ctx = { ...context, config: { ...context.config, smtpUrl: 'smtp://127.0.0.1:9' } };
    await context.database.transaction((trx) =>
      mailProjects(ctx, trx, [{ customerId, alarmId, what: 'opened' }], context.clock.now()),
    );
    const mail = await db
      .selectFrom('outbox')
      .select('payload')
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow();
    expect(mail.payload).toMatchObject({
      to: 'towers@example.org',
      text: expect.stringContaining('North hill'),
    });
    const isTold = async (place: number) => {
      const device = sql`${world.devices[place]!.deviceId}::int4`;
      const { rows } = await sql<{ told: boolean }>`
        select ${notifiedByProject(sql`${customerId}::int4`, device)} as told`.execute(db);
      return rows[0]?.told;
    };
    expect(await Promise.all([BREAKER, SUPPLY, UNUSED].map(isTold))).toEqual([true, true, false]);
    await db.deleteFrom('alarm').where('alarm_id', '=', alarmId).execute();
  });

  it('contains the energy and the bill of its supply device and of its users’ breakers', async () => {
    const codes = async (path: string) => {
      const { data } = await get(path);
      return [
        ...new Set(
          (data.list ?? data.lines).map((row: { device_code: string }) => row.device_code),
        ),
      ];
    };
    const own = [codeOf(BREAKER), codeOf(SUPPLY)].toSorted();
    const rows = `energy-proj?date_type=month&start=2026-01-01&end=2026-12-31&ps=1000`;
    expect((await codes(`${rows}&project_id=${projectId}`)).toSorted()).toEqual(own);
    expect((await codes(rows)).toSorted()).toEqual(own);
    expect((await codes(`project-bill?project_id=${projectId}`)).toSorted()).toEqual(own);
  });

  it('lists, counts and acknowledges the alarms of its devices', async () => {
    const alarm = await raiseAlarm(BREAKER);
    await raiseAlarm(UNUSED);
    const { data } = await get(`proj-alarm-list?project_id=${projectId}`);
    expect(data).toMatchObject({
      total: 1,
      list: [
        {
          device_code: codeOf(BREAKER),
          tower_id: towerId,
          tower_name: 'North hill',
          type: 'electric_leakage',
        },
      ],
    });
    expect((await get(`project/${projectId}`)).data).toMatchObject({ open_alarms: 1, towers: 1 });
    expect((await get(`project-board?project_id=${projectId}`)).data.towers).toMatchObject([
      { tower_id: towerId, device_code: codeOf(SUPPLY), mains: 'unknown', open_alarms: 1 },
    ]);
    const handled = await world.admin.put(`/api/v2/proj-alarm/${alarm}`, { handled: true });
    expect(handled.body).toMatchObject({ code: 0, data: { handled: true } });
  });

  it('contains the log of its devices', async () => {
    await world.admin.post('/api/v2/device/control', {
      device_code: codeOf(BREAKER),
      msg_type: 'REMOTE_CONTROL',
      data: { switch: 'open' },
    });
    const { data } = await get(`log/control-list?project_id=${projectId}&module=all`);
    const codes = data.list.map((row: { device_code: string }) => row.device_code);
    expect(codes).toContain(codeOf(SUPPLY));
  });

  it('cannot change its type while it has towers', async () => {
    const answer = await world.admin.put(`/api/v2/project/${projectId}`, { type: 'lamp' });
    expect(answer.body).toMatchObject({ reason: 'project-type-fixed', field: 'type' });
  });

  it.each([SUPPLY, BREAKER])('allows no lamp group to use its devices (%i)', async (place) => {
    const lamps = await addProject('lamp');
    expect((await addLamps(lamps, place)).body).toMatchObject({
      reason: 'device-has-lamps',
      field: 'device_code',
    });
  });

  it('accepts no device of a lamp group', async () => {
    const lamps = await addProject('lamp');
    expect((await addLamps(lamps, UNUSED)).body.code).toBe(0);
    expect((await addTower({ device_code: codeOf(UNUSED), users: [] })).body).toMatchObject({
      reason: 'tower-device-taken',
      field: 'device_code',
    });
    await world.admin.delete(`/api/v2/project/${lamps}`);
  });

  it('releases the devices of its towers when it is deleted', async () => {
    expect((await world.admin.delete(`/api/v2/project/${projectId}`)).body.code).toBe(0);
    projectId = await addProject('tower');
    expect((await addTower()).body.code).toBe(0);
  });
});
