/**
 * Custom roles over HTTP: their permissions, who may assign them, and the effect of a change on
 * their holders.
 */
import { MAX_OWN_ROLES } from '@busbar/domain/access/own-role';
import {
  CUSTOMER_PERMISSIONS,
  type CustomerPermission,
  ROLE_PERMISSIONS,
} from '@busbar/domain/access/permission';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { buildCatalogueFixture, type CatalogueFixture } from '../catalogue/catalogue-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { fixture } from '../support/fixture.ts';

interface RoleRow {
  id: number | null;
  role: string;
  name: string;
  permissions: string[];
  users: number | null;
  held_elsewhere: boolean;
  changed_at: number | null;
}

describeWithDatabase('custom roles', (database) => {
  const world = fixture(() => buildCatalogueFixture(database));
  /** The newest log entry before the current test. */
  let before: number;

  beforeEach(async () => {
    const { db } = world.database;
    const { customerId, groupId } = world.own;
    await sql`update user_account set custom_role_id = null, disabled = false, group_id = ${groupId}
      where customer_id = ${customerId}`.execute(db);
    await sql`delete from custom_role where customer_id = ${customerId}`.execute(db);
    const { rows } = await sql<{ last: number }>`
      select coalesce(max(operation_log_id), 0) as last from operation_log`.execute(db);
    before = rows[0]!.last;
  });

  type Of = keyof CatalogueFixture['own']['users'];

  async function ask(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    as: Of = 'admin',
  ) {
    const answer = await world.app.inject({
      method,
      url: `/api/v2/roles${path}`,
      headers: { authorization: await world.token(as) },
      ...(body === undefined ? {} : { payload: body }),
    });
    return answer.json();
  }

  async function make(
    name: string,
    permissions?: readonly string[],
    copy_of: string | number = 'viewer',
  ): Promise<RoleRow> {
    const added = await ask('POST', '', { name, copy_of: String(copy_of), permissions });
    expect(added).toMatchObject({ code: 0 });
    return (await listed()).find(({ id }) => id === added.data.id)!;
  }

  const listed = async (as?: Of): Promise<RoleRow[]> =>
    (await ask('GET', '', undefined, as)).data.list;

  const give = (user: Of, role: number | null, groupId = world.own.groupId) =>
    sql`update user_account set custom_role_id = ${role}::integer, group_id = ${groupId}
      where customer_id = ${world.own.customerId}
        and user_id = ${world.own.users[user].userId}`.execute(world.database.db);

  const change = (role: RoleRow, part: Partial<RoleRow>, as?: Of) =>
    ask('PUT', `/${role.id}`, { ...wire(role), ...part }, as);
  const wire = ({ name, permissions, changed_at }: RoleRow) => ({ name, permissions, changed_at });

  const log = async () =>
    (
      await sql<{ command: string; detail: Record<string, unknown> }>`
        select command, detail from operation_log
        where customer_id = ${world.own.customerId} and module = 'Roles' and operation_log_id > ${before}
        order by operation_log_id`.execute(world.database.db)
    ).rows;

  it('are listed after the built-in ones with their permissions and number of holders', async () => {
    const role = await make('Night shift', ['device.switch', 'data.read']);
    const viewers = (await listed())[3]?.users ?? 0;
    await give('viewer', role.id);
    const list = await listed();
    expect(list.map(({ role: of, name, users }) => [of, name, users])).toEqual([
      ['admin', '', 1],
      ['engineer', '', 1],
      ['operator', '', 1],
      ['viewer', '', viewers - 1],
      ['auditor', '', 1],
      ['viewer', 'Night shift', 1],
    ]);
    expect(list[0]?.permissions).toEqual(CUSTOMER_PERMISSIONS);
    expect(list[5]).toMatchObject({
      permissions: ['data.read', 'device.switch'],
      held_elsewhere: false,
      changed_at: world.server.clock.now(),
    });
  });

  it('are returned by name to a user who has one', async () => {
    const named = async () =>
      (
        await world.app.inject({
          method: 'POST',
          url: '/api/v2/ping-token',
          headers: { authorization: await world.token('operator') },
        })
      ).json().data.user_info;
    expect((await named()).own_role_name).toBeUndefined();
    await give('operator', (await make('Night shift')).id);
    expect(await named()).toMatchObject({
      role_name: 'Night shift',
      own_role_name: 'Night shift',
    });
  });

  it('hide their user counts from callers who manage neither users nor roles', async () => {
    await make('Night shift');
    const list = await listed('operator');
    expect(list).toHaveLength(6);
    expect(new Set(list.map(({ users }) => users))).toEqual(new Set([null]));
  });

  it('are copies of a built-in or custom role, and retain the built-in role they derive from', async () => {
    const first = await make('Switchers', undefined, 'operator');
    expect(first).toMatchObject({ role: 'operator', permissions: ROLE_PERMISSIONS.operator });
    const second = await make('Switchers 2', undefined, first.id!);
    expect(second).toMatchObject({ role: 'operator', permissions: ROLE_PERMISSIONS.operator });
  });

  it.each<[string, object, string]>([
    ['an empty name', { name: ' \u0007 ' }, 'role-name-invalid'],
    ['markup', { name: '<img src=x>' }, 'role-name-invalid'],
    ['65 characters', { name: 'x'.repeat(65) }, 'role-name-invalid'],
    ['a taken name', { name: 'NIGHT shift' }, 'role-name-taken'],
    ['a permission of the platform', { permissions: ['customer.manage'] }, 'invalid-request'],
    ['an unknown permission', { permissions: ['all'] }, 'invalid-request'],
    ['a copy of the platform', { copy_of: 'platform' }, 'not-found'],
    ['a copy of an unknown role', { copy_of: '1234567' }, 'not-found'],
  ])('are rejected with %s', async (_what, part, reason) => {
    await make('Night shift');
    const answer = await ask('POST', '', { name: 'Other', copy_of: 'viewer', ...part });
    expect(answer).toMatchObject({ reason });
    expect(await listed()).toHaveLength(6);
  });

  it(`are limited to ${MAX_OWN_ROLES}`, async () => {
    for (let n = 0; n < MAX_OWN_ROLES; n += 1) await make(`Role ${n}`);
    expect(await ask('POST', '', { name: 'One more', copy_of: 'viewer' })).toMatchObject({
      reason: 'roles-too-many',
    });
  });

  it('take effect at the next call of their holders', async () => {
    const role = await make('Keys', ['data.read', 'key.manage']);
    await give('operator', role.id);
    const token = await world.token('operator');
    const keys = async () =>
      (
        await world.app.inject({
          method: 'GET',
          url: '/api/v2/api-keys',
          headers: { authorization: token },
        })
      ).statusCode;
    expect(await keys()).toBe(200);
    expect(await change(role, { permissions: ['data.read'] })).toMatchObject({ code: 0 });
    expect(await keys()).toBe(403);
  });

  it('close the live channel of their holders within a second when they change', async () => {
    const role = await make('Night shift', ['data.read', 'log.read']);
    await give('operator', role.id);
    const open = async (as: Of) => {
      const socket = new WebSocket(`${world.server.url.replace('http', 'ws')}/api/websocket/info`, {
        headers: { authorization: await world.token(as) },
      });
      const closed = new Promise<number>((resolve) => socket.once('close', resolve));
      await new Promise((resolve) => socket.once('open', resolve));
      socket.send(String(world.own.users[as].userId));
      return { socket, closed };
    };
    const holder = await open('operator');
    const other = await open('viewer');
    expect(await change(role, { permissions: ['data.read'] })).toMatchObject({ code: 0 });
    await eventually(async () => {
      world.server.clock.advance(1_000);
      return holder.socket.readyState;
    }).toBe(WebSocket.CLOSED);
    expect(await holder.closed).toBe(4410);
    // The user is still signed in with other permissions, so the channel reconnects.
    const back = await open('operator');
    expect(back.socket.readyState).toBe(WebSocket.OPEN);
    back.socket.terminate();
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
    other.socket.terminate();
  });

  it('are changed by the second of two concurrent editors only after a reload', async () => {
    const role = await make('Night shift');
    const first = await change(role, { name: 'Late shift' });
    expect(first).toMatchObject({ code: 0 });
    expect(first.data.changed_at).toBeGreaterThan(role.changed_at!);
    expect(await change(role, { name: 'Early shift' })).toMatchObject({ reason: 'role-changed' });
    expect((await listed()).at(-1)?.name).toBe('Late shift');
  });

  it('can be neither created, changed nor deleted with more permissions than the caller’s', async () => {
    const giver = await make('Roles only', ['data.read', 'role.manage']);
    const strong = await make('Strong', ['data.read', 'device.switch']);
    await give('operator', giver.id);
    const draft = { name: 'Mine', copy_of: 'operator' };
    expect(await ask('POST', '', draft, 'operator')).toMatchObject({
      reason: 'role-exceeds-giver',
    });
    // Permissions can be neither added nor removed.
    for (const permissions of [CUSTOMER_PERMISSIONS, ['data.read']] as string[][]) {
      expect(await change(strong, { permissions }, 'operator')).toMatchObject({
        reason: 'role-exceeds-giver',
      });
    }
    expect(await ask('DELETE', `/${strong.id}`, undefined, 'operator')).toMatchObject({
      reason: 'role-exceeds-giver',
    });
    expect(await ask('POST', '', { ...draft, permissions: [] }, 'operator')).toMatchObject({
      code: 0,
    });
  });

  it('apply to all groups: users of a sub-group see them and change none', async () => {
    const keeper = await make('Branch keeper', CUSTOMER_PERMISSIONS, 'admin');
    const role = await make('Night shift');
    await give('engineer', keeper.id, world.own.childGroupId);
    await give('viewer', role.id);
    const seen = (await listed('engineer')).find(({ id }) => id === role.id);
    expect(seen).toMatchObject({ users: 0, held_elsewhere: true });
    await give('viewer', role.id, world.own.childGroupId);
    const refused = { code: 403, reason: 'root-group-required' };
    expect(await change(role, { permissions: ['log.read'] }, 'engineer')).toMatchObject(refused);
    expect(await ask('DELETE', `/${role.id}`, undefined, 'engineer')).toMatchObject(refused);
  });

  it('are not deleted while in use, even if only closed accounts use them', async () => {
    const role = await make('Night shift');
    await give('viewer', role.id);
    await sql`update user_account set disabled = true
      where user_id = ${world.own.users.viewer.userId}`.execute(world.database.db);
    expect(await ask('DELETE', `/${role.id}`)).toMatchObject({ reason: 'role-in-use' });
    await give('viewer', null);
    expect(await ask('DELETE', `/${role.id}`)).toMatchObject({ code: 0 });
    expect(await listed()).toHaveLength(5);
    expect(await ask('DELETE', `/${role.id}`)).toMatchObject({ code: 404 });
  });

  it('leave at least one user in the topmost group who can assign roles', async () => {
    const all = await make('All', CUSTOMER_PERMISSIONS, 'admin');
    await give('admin', all.id);
    const without = (gone: CustomerPermission) => ({
      permissions: CUSTOMER_PERMISSIONS.filter((one) => one !== gone),
    });
    for (const gone of ['user.manage', 'role.manage'] as const) {
      expect(await change(all, without(gone))).toMatchObject({ reason: 'role-last-keeper' });
    }
    // A user of a group below, or with a closed account, does not count.
    await sql`update user_account set role = 'admin', group_id = ${world.own.childGroupId}
      where user_id = ${world.own.users.engineer.userId}`.execute(world.database.db);
    expect(await change(all, without('role.manage'))).toMatchObject({ reason: 'role-last-keeper' });
    await sql`update user_account set group_id = ${world.own.groupId}, disabled = true
      where user_id = ${world.own.users.engineer.userId}`.execute(world.database.db);
    expect(await change(all, without('role.manage'))).toMatchObject({ reason: 'role-last-keeper' });
    expect((await listed()).at(-1)?.permissions).toEqual(CUSTOMER_PERMISSIONS);
    // Removing a permission unrelated to role management is not restricted.
    expect(await change(all, without('key.manage'))).toMatchObject({ code: 0 });
    await sql`update user_account set disabled = false
      where user_id = ${world.own.users.engineer.userId}`.execute(world.database.db);
    const now = (await listed()).at(-1)!;
    const fewer = now.permissions.filter((one) => one !== 'role.manage');
    expect(await change(now, { permissions: fewer })).toMatchObject({ code: 0 });
    await sql`update user_account set role = 'engineer'
      where user_id = ${world.own.users.engineer.userId}`.execute(world.database.db);
  });

  it('log every action with before and after, and no rejected one', async () => {
    const role = await make('Night shift', ['data.read', 'log.read']);
    await change(role, { name: 'Late shift', permissions: ['data.read', 'device.switch'] });
    await change(role, { name: 'Never' });
    await ask('DELETE', `/${role.id}`);
    expect(await log()).toMatchObject([
      {
        command: 'add role',
        detail: {
          role: { id: role.id, name: 'Night shift' },
          copied_from: 'viewer',
          permissions: ['data.read', 'log.read'],
        },
      },
      {
        command: 'change role',
        detail: {
          before: { name: 'Night shift', permissions: ['data.read', 'log.read'] },
          after: { name: 'Late shift', permissions: ['data.read', 'device.switch'] },
          gained: ['device.switch'],
          lost: ['log.read'],
          users: 0,
        },
      },
      { command: 'delete role', detail: { role: { name: 'Late shift' } } },
    ]);
  });

  it('created concurrently with one name are created once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        ask('POST', '', { name: n % 2 === 0 ? 'Night' : 'NIGHT', copy_of: 'viewer' }),
      ),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await listed()).toHaveLength(6);
  });
});
