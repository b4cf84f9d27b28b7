/** The tree of groups: grown, renamed, its parts moved; whose view changes by it, and who is told. */
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { BusEvents } from '../../src/bus.ts';
import type { Caller } from '../../src/caller.ts';
import { listGroups } from '../../src/modules/groups/group-repository.ts';
import {
  addGroup,
  findGroups,
  findGroupUsers,
  renameGroup,
} from '../../src/modules/groups/group-service.ts';
import { moveInTree } from '../../src/modules/groups/move-service.ts';
import type { TreeMove } from '../../src/modules/groups/plan-move.ts';
import { previewMove } from '../../src/modules/groups/preview-move.ts';
import type { CreatedCustomer } from '../../src/modules/registration/create-customer.ts';
import { makeAccount, makeCaller, makeCustomer, makeGroup } from '../support/accounts.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { makeDevice } from '../support/devices.ts';
import { type TestContext, testContext } from '../support/test-context.ts';

describeOnEachDatabase('groups', (open) => {
  let ctx: TestContext;
  const changes: BusEvents['groups.changed'][] = [];
  let customer: CreatedCustomer;
  let admin: Caller;
  let stranger: Caller;
  /** Below the root: north with hall below it, and south. */
  let north: { groupId: number; path: number[] };
  let south: { groupId: number; path: number[] };
  let hall: { groupId: number; path: number[] };

  beforeAll(async () => {
    ctx = testContext(await open());
    ctx.bus.subscribe('groups.changed', (event) => changes.push(event));
    stranger = await makeCaller(ctx, await makeCustomer(ctx), { role: 'admin' });
  });
  beforeEach(async () => {
    customer = await makeCustomer(ctx);
    admin = await makeCaller(ctx, customer, { role: 'admin' });
    north = await makeGroup(ctx, customer, 'North');
    south = await makeGroup(ctx, customer, 'South');
    hall = await makeGroup(ctx, customer, 'Hall', north);
    changes.length = 0;
  });

  const add = (parent: number, name: string, who = admin) =>
    addGroup(ctx, who, { parent: String(parent), name });
  const refusalOf = (outcome: { ok: boolean }) =>
    'refusal' in outcome ? outcome.refusal : undefined;
  const deviceIn = (groupId: number, name: string) =>
    makeDevice(ctx, admin, { group: groupId, name });
  const userIn = (groupId: number) => makeAccount(ctx, customer, { groupId, role: 'viewer' });
  const toSouth = (...devices: string[]): TreeMove => ({
    what: 'devices',
    to: String(south.groupId),
    devices,
  });

  async function preview(move: TreeMove, who = admin) {
    const previewed = await previewMove(ctx, who, move);
    if (!previewed.ok) throw new Error(previewed.refusal);
    return previewed.value;
  }

  async function move(what: TreeMove, who = admin) {
    const previewed = await previewMove(ctx, who, what);
    return previewed.ok ? moveInTree(ctx, who, what, previewed.value.token) : previewed;
  }

  async function shownViews(what: TreeMove, who = admin) {
    const { views } = await preview(what, who);
    return Object.fromEntries(
      views.map(({ before, after, users, lost, gained }) => [
        before === after ? before : `${before} to ${after}`,
        {
          users: users.map(({ userId }) => userId),
          lost: lost.devices.map(({ name }) => name),
          gained: gained.devices.map(({ name }) => name),
        },
      ]),
    );
  }

  async function pathOf(groupId: number) {
    const groups = await listGroups(ctx.database.db, admin);
    return groups.find((group) => group.groupId === groupId)?.path;
  }

  const logged = async () => {
    const lines = await ctx.database.db
      .selectFrom('operation_log')
      .select(['module', 'command', 'detail'])
      .where('customer_id', '=', customer.customerId)
      .where('module', '=', 'Groups')
      .orderBy('operation_log_id')
      .execute();
    return lines.map(({ command, detail }) => {
      const { session: _, ...rest } = detail as Record<string, unknown>;
      return { command, ...rest };
    });
  };

  it('are listed with what is in them and below', async () => {
    await deviceIn(hall.groupId, 'Press');
    await deviceIn(north.groupId, 'Lights');
    await userIn(hall.groupId);
    const list = await findGroups(ctx, admin);
    expect(
      list.map(({ name, devices, allDevices, users, allUsers }) => [
        name,
        devices,
        allDevices,
        users,
        allUsers,
      ]),
    ).toEqual([
      [list[0]!.name, 0, 2, 1, 2],
      ['North', 1, 2, 0, 1],
      ['South', 0, 0, 0, 0],
      ['Hall', 1, 1, 1, 1],
    ]);
    const northern = await makeCaller(ctx, customer, { role: 'admin', groupId: north.groupId });
    expect((await findGroups(ctx, northern)).map(({ name }) => name)).toEqual(['North', 'Hall']);
  });

  it('grow below what the caller sees, and nowhere else', async () => {
    const added = await add(north.groupId, '  Yard ');
    expect(added.ok && (await pathOf(added.value.groupId))).toEqual([
      ...north.path,
      added.ok && added.value.groupId,
    ]);
    expect(await logged()).toEqual([
      {
        command: 'add group',
        group: { id: added.ok && added.value.groupId, name: 'Yard' },
        below: { id: north.groupId, name: 'North' },
      },
    ]);
    const northern = await makeCaller(ctx, customer, { role: 'admin', groupId: north.groupId });
    for (const parent of [customer.groupId, south.groupId]) {
      expect(refusalOf(await add(parent, 'Other', northern))).toBe('group-unknown');
    }
    expect(refusalOf(await add(north.groupId, 'Other', stranger))).toBe('group-unknown');
    expect(refusalOf(await add(north.groupId, 'yard'))).toBe('group-name-taken');
    expect(refusalOf(await add(north.groupId, '<i>Yard</i>'))).toBe('group-name-invalid');
    expect(refusalOf(await add(north.groupId, '\u0007 '))).toBe('group-name-invalid');
  });

  it('are eight levels deep at most', async () => {
    let parent = hall.groupId;
    for (let level = 4; level <= 8; level += 1) {
      const added = await add(parent, `Level ${level}`);
      if (!added.ok) throw new Error(added.refusal);
      parent = added.value.groupId;
    }
    expect(refusalOf(await add(parent, 'Level 9'))).toBe('group-too-deep');
  });

  it('are given one name when two people take it at once', async () => {
    const both = await Promise.all([add(north.groupId, 'Yard'), add(north.groupId, 'YARD')]);
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  });

  it('are renamed by the one who saw the present name', async () => {
    const rename = (name: string, was: string, who = admin) =>
      renameGroup(ctx, who, String(hall.groupId), { name, was });
    expect(refusalOf(await rename('Hall 2', 'Hall', stranger))).toBe('not-found');
    expect((await rename('Hall 2', 'Hall')).ok).toBe(true);
    expect(refusalOf(await rename('Hall 3', 'Hall'))).toBe('group-changed');
    expect((await listGroups(ctx.database.db, admin)).map(({ name }) => name)).toContain('Hall 2');
    expect(await logged()).toEqual([
      { command: 'rename group', group: { id: hall.groupId, name: 'Hall 2' }, before: 'Hall' },
    ]);
  });

  it('list their users by name, with those below and none of the platform', async () => {
    const { userId } = await userIn(hall.groupId);
    await makeAccount(ctx, customer, { groupId: hall.groupId, role: 'platform' });
    await userIn(south.groupId);
    const found = await findGroupUsers(ctx, admin, String(north.groupId), {
      keyword: '',
      page: 1,
      pageSize: 10,
    });
    expect(found.ok && found.value.total).toBe(1);
    expect(found.ok && found.value.users).toMatchObject([{ userId, groupName: 'Hall' }]);
    const { userId: second } = await userIn(hall.groupId);
    const named = async (only: string, group = north) => {
      const one = await findGroupUsers(ctx, admin, String(group.groupId), {
        keyword: '',
        only,
        page: 1,
        pageSize: 10,
      });
      return one.ok && one.value.users.map((user) => user.userId);
    };
    expect(await named(String(second))).toEqual([second]);
    expect(await named(String(second), south)).toEqual([]);
    expect(await named('nobody')).toEqual([]);
    const none = await findGroupUsers(ctx, stranger, String(north.groupId), {
      keyword: '',
      page: 1,
      pageSize: 10,
    });
    expect(refusalOf(none)).toBe('not-found');
  });

  it('say before devices move who loses and who gains them', async () => {
    const press = await deviceIn(hall.groupId, 'Press');
    const lights = await deviceIn(north.groupId, 'Lights');
    const [inHall, inNorth, inSouth] = [
      await userIn(hall.groupId),
      await userIn(north.groupId),
      await userIn(south.groupId),
    ];
    expect(await shownViews(toSouth(press.code, lights.code))).toEqual({
      Hall: { users: [inHall.userId], lost: ['Press'], gained: [] },
      North: { users: [inNorth.userId], lost: ['Lights', 'Press'], gained: [] },
      South: { users: [inSouth.userId], lost: [], gained: ['Lights', 'Press'] },
    });
  });

  it('give devices away with their history, their line in the log and a word to who sees others', async () => {
    const press = await deviceIn(hall.groupId, 'Press');
    const { db } = ctx.database;
    const of = { customer_id: customer.customerId, device_id: press.deviceId };
    const { groupId } = hall;
    await db
      .insertInto('alarm')
      .values({
        ...of,
        group_id: groupId,
        alarm_type: 'overVoltage',
        kind: 'alarm',
        priority: 1,
        source: 'device',
        opened_at: new Date(ctx.clock.now()),
        day: '2026-11-20',
        last_at: new Date(ctx.clock.now()),
      })
      .execute();
    await db
      .insertInto('alarm_group_sum')
      .values({
        customer_id: customer.customerId,
        period: 'day',
        start_day: '2026-11-20',
        group_id: groupId,
        alarm_type: 'overVoltage',
        kind: 'alarm',
        alarms: 1,
        handled: 0,
      })
      .execute();
    expect((await move(toSouth(press.code))).ok).toBe(true);
    const device = await db
      .selectFrom('device')
      .select('group_id')
      .where('device_id', '=', press.deviceId)
      .executeTakeFirst();
    expect(device?.group_id).toBe(south.groupId);
    const sums = await db
      .selectFrom('alarm_group_sum')
      .select(['group_id', 'alarms'])
      .where('customer_id', '=', customer.customerId)
      .where('period', '=', 'day')
      .orderBy('alarms')
      .execute();
    expect(sums).toEqual([
      { group_id: groupId, alarms: 0 },
      { group_id: south.groupId, alarms: 1 },
    ]);
    expect(ctx.published('device.changed').at(-1)).toMatchObject({ deviceId: press.deviceId });
    expect(changes).toEqual([
      {
        customerId: customer.customerId,
        move: null,
        groupIds: [north.groupId, hall.groupId, south.groupId],
      },
    ]);
    const line = await db
      .selectFrom('operation_log')
      .select(['command', 'group_id', 'detail'])
      .where('device_id', '=', press.deviceId)
      .orderBy('operation_log_id', 'desc')
      .executeTakeFirstOrThrow();
    expect(line).toMatchObject({
      command: 'update',
      group_id: south.groupId,
      detail: {
        group: {
          from: { id: hall.groupId, name: 'Hall' },
          to: { id: south.groupId, name: 'South' },
        },
      },
    });
  });

  it('move devices that are all seen, or none', async () => {
    const press = await deviceIn(hall.groupId, 'Press');
    const foreign = await makeDevice(ctx, stranger);
    const northern = await makeCaller(ctx, customer, { role: 'admin', groupId: north.groupId });
    const pump = await deviceIn(south.groupId, 'Pump');
    const toHall = (...devices: string[]): TreeMove => ({
      what: 'devices',
      to: String(hall.groupId),
      devices,
    });
    expect(refusalOf(await move(toSouth(press.code, foreign.code)))).toBe('not-found');
    expect(refusalOf(await move(toHall(press.code, pump.code), northern))).toBe('not-found');
    expect(refusalOf(await move(toSouth(press.code), northern))).toBe('group-unknown');
  });

  it('move nothing when somebody else moved something since the preview', async () => {
    const press = await deviceIn(hall.groupId, 'Press');
    const lights = await deviceIn(hall.groupId, 'Lights');
    const both = toSouth(press.code, lights.code);
    const { token } = await preview(both);
    const other: TreeMove = { what: 'devices', to: String(north.groupId), devices: [lights.code] };
    expect((await move(other)).ok).toBe(true);
    expect(refusalOf(await moveInTree(ctx, admin, both, token))).toBe('group-changed');
    const rows = await ctx.database.db
      .selectFrom('device')
      .select('group_id')
      .where('customer_id', '=', customer.customerId)
      .orderBy('name')
      .execute();
    expect(rows.map(({ group_id }) => group_id)).toEqual([north.groupId, hall.groupId]);
  });

  it('are moved once when two people confirm at once', async () => {
    const below = (to: number): TreeMove => ({
      what: 'group',
      group: String(hall.groupId),
      to: String(to),
    });
    const one = await preview(below(south.groupId));
    const two = await preview(below(customer.groupId));
    const both = await Promise.all([
      moveInTree(ctx, admin, below(south.groupId), one.token),
      moveInTree(ctx, admin, below(customer.groupId), two.token),
    ]);
    expect(both.map(refusalOf).toSorted()).toEqual(['group-changed', undefined]);
  });

  it('take along all that is below them', async () => {
    const press = await deviceIn(hall.groupId, 'Press');
    const inNorth = await userIn(north.groupId);
    const inSouth = await userIn(south.groupId);
    const inHall = await userIn(hall.groupId);
    const yard = await makeGroup(ctx, customer, 'Yard', hall);
    const what: TreeMove = {
      what: 'group',
      group: String(hall.groupId),
      to: String(south.groupId),
    };
    expect(await shownViews(what)).toEqual({
      North: { users: [inNorth.userId], lost: ['Press'], gained: [] },
      South: { users: [inSouth.userId], lost: [], gained: ['Press'] },
    });
    expect(inHall.userId).toBeGreaterThan(0);
    expect((await move(what)).ok).toBe(true);
    expect(await pathOf(hall.groupId)).toEqual([...south.path, hall.groupId]);
    expect(await pathOf(yard.groupId)).toEqual([...south.path, hall.groupId, yard.groupId]);
    expect(await pathOf(north.groupId)).toEqual(north.path);
    expect(changes).toEqual([
      {
        customerId: customer.customerId,
        move: { from: hall.path, to: [...south.path, hall.groupId] },
        groupIds: [north.groupId, south.groupId],
      },
    ]);
    expect(await logged()).toEqual([
      {
        command: 'move group',
        group: { id: hall.groupId, name: 'Hall' },
        from: { id: north.groupId, name: 'North' },
        to: { id: south.groupId, name: 'South' },
      },
    ]);
    expect(press.deviceId).toBeGreaterThan(0);
  });

  it('are not moved below themselves, nor by those whose own they are', async () => {
    const to = (group: number, parent: number, who = admin) =>
      move({ what: 'group', group: String(group), to: String(parent) }, who);
    expect(refusalOf(await to(north.groupId, hall.groupId))).toBe('group-cycle');
    expect(refusalOf(await to(north.groupId, north.groupId))).toBe('group-cycle');
    expect(refusalOf(await to(customer.groupId, north.groupId))).toBe('own-group-fixed');
    const northern = await makeCaller(ctx, customer, { role: 'admin', groupId: north.groupId });
    expect(refusalOf(await to(north.groupId, hall.groupId, northern))).toBe('own-group-fixed');
    expect(refusalOf(await to(hall.groupId, south.groupId, northern))).toBe('group-unknown');
    expect(refusalOf(await to(hall.groupId, south.groupId, stranger))).toBe('not-found');
  });

  it('say what a user loses and gains who is moved', async () => {
    await deviceIn(north.groupId, 'Lights');
    await deviceIn(hall.groupId, 'Press');
    await deviceIn(south.groupId, 'Pump');
    const { userId } = await userIn(north.groupId);
    const to = (group: number): TreeMove => ({ what: 'users', to: String(group), users: [userId] });
    expect(await shownViews(to(south.groupId))).toEqual({
      'North to South': { users: [userId], lost: ['Lights', 'Press'], gained: ['Pump'] },
    });
    expect(await shownViews(to(hall.groupId))).toMatchObject({
      'North to Hall': { lost: ['Lights'], gained: [] },
    });
    expect((await move(to(south.groupId))).ok).toBe(true);
    expect(await logged()).toEqual([
      {
        command: 'move users',
        users: [{ id: userId, name: `user.${userId}`, from: { id: north.groupId, name: 'North' } }],
        to: { id: south.groupId, name: 'South' },
      },
    ]);
  });

  it('keep the last administrator at the top, and let no one move whom they do not see', async () => {
    const toNorth = (users: number[], who = admin) =>
      move({ what: 'users', to: String(north.groupId), users }, who);
    expect(refusalOf(await toNorth([admin.userId]))).toBe('last-root-administrator');
    // A copy of the administrator's role that may not give rights keeps nothing.
    const helper = await makeCaller(ctx, customer, { role: 'admin' });
    await sql`with made as (
        insert into custom_role (customer_id, name, copied_from, permissions, created_at, changed_at)
        values (${customer.customerId}, 'Helpers', 'admin', array['data.read'], now(), now())
        returning custom_role_id)
      update user_account set custom_role_id = (select custom_role_id from made)
      where user_id = ${helper.userId}`.execute(ctx.database.db);
    expect(refusalOf(await toNorth([admin.userId]))).toBe('last-root-administrator');
    expect((await toNorth([helper.userId])).ok).toBe(true);
    const second = await makeCaller(ctx, customer, { role: 'admin' });
    expect(refusalOf(await toNorth([admin.userId, second.userId]))).toBe('last-root-administrator');
    expect((await toNorth([second.userId])).ok).toBe(true);
    expect(refusalOf(await toNorth([admin.userId]))).toBe('last-root-administrator');
    const northern = { ...second, groupId: north.groupId };
    expect(refusalOf(await toNorth([admin.userId], northern))).toBe('not-found');
    expect(refusalOf(await toNorth([stranger.userId]))).toBe('not-found');
    const platform = await makeAccount(ctx, customer, { role: 'platform' });
    expect(refusalOf(await toNorth([platform.userId]))).toBe('not-found');
  });

  it('name what goes on without those who lose devices', async () => {
    const press = await deviceIn(hall.groupId, 'Press');
    const inHall = await userIn(hall.groupId);
    const { db } = ctx.database;
    const of = { customer_id: customer.customerId };
    await db
      .insertInto('timer')
      .values({
        ...of,
        device_id: press.deviceId,
        days: 1,
        clock_time: '07:00',
        switch_order: 'open',
        enabled: true,
        changed_at: new Date(),
      })
      .execute();
    const { project_id } = await db
      .insertInto('project')
      .values({
        ...of,
        group_id: north.groupId,
        name: 'Yard lamps',
        type: 'lamp',
        created_by: admin.userId,
        created_by_name: '',
        created_at: new Date(),
      })
      .returning('project_id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('lamp_group')
      .values({
        ...of,
        project_id,
        device_id: press.deviceId,
        name: 'Row 1',
        lamp_count: 1,
        lamp_power_kw: 0.1,
        error_range: 5,
        lamp_kind: 'led',
        burn_rule: 'switch',
        created_at: new Date(),
      })
      .execute();
    await db
      .insertInto('notification_setting')
      .values({
        ...of,
        user_id: inHall.userId,
        alarm_type: '*',
        mail: true,
        push: false,
        in_app: false,
        tell_end: false,
        through_quiet: false,
        interval_min: 5,
      })
      .execute();
    expect((await preview(toSouth(press.code))).touched).toEqual({
      timers: 1,
      projects: ['Yard lamps'],
      towers: [],
      schedules: 0,
      notified: 1,
    });
  });
});
