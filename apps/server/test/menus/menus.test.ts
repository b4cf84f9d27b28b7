/**
 * Menus of roles over HTTP: permission to arrange them, the menus served, and the calls that remain
 * forbidden.
 */

import { ROLE_PERMISSIONS } from '@busbar/domain/access/permission';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { buildCatalogueFixture, type CatalogueFixture } from '../catalogue/catalogue-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';

interface Entry {
  key: string;
  hidden: boolean;
  names: Record<string, string>;
}
interface Served {
  key: string;
  name: string;
  english: string;
  names: Record<string, string>;
  url: string;
  children: Served[];
}

describeWithDatabase('menus of roles', (database) => {
  const world = fixture(() => buildCatalogueFixture(database));
  beforeEach(async () => {
    const { customerId, groupId } = world.own;
    await sql`delete from menu_arrangement`.execute(world.database.db);
    await sql`update user_account set custom_role_id = null, group_id = ${groupId}
      where customer_id = ${customerId}`.execute(world.database.db);
  });

  type Of = keyof CatalogueFixture['own']['users'];

  async function ask(
    method: 'GET' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
    as: Of = 'admin',
  ) {
    const answer = await world.app.inject({
      method,
      url: `/api/v2/${url}`,
      headers: { authorization: await world.token(as) },
      ...(body === undefined ? {} : { payload: body }),
    });
    return answer.json();
  }
  const found = async (role: string) =>
    (await ask('GET', `menu-arrangement/${role}`)).data as {
      role: string;
      changed_at: number;
      entries: Entry[];
    };
  const arrange = (role: string, entries: Partial<Entry>[], changed_at = 0, as?: Of) =>
    ask(
      'PUT',
      `menu-arrangement/${role}`,
      { changed_at, entries: entries.map((one) => ({ hidden: false, names: {}, ...one })) },
      as,
    );
  const served = async (as: Of): Promise<Served[]> =>
    (await ask('GET', 'sys/menus', undefined, as)).data;
  const all = (nodes: Served[]): Served[] => nodes.flatMap((node) => [node, ...all(node.children)]);
  const keys = async (as: Of) => all(await served(as)).map(({ key }) => key);

  it('are served as arranged to clients of both API versions', async () => {
    const { entries } = await found('operator');
    const operator = entries.map((entry) => ({
      ...entry,
      hidden: entry.key === 'fees' || entry.key === 'alarm-history',
      names: entry.key === 'home' ? { fr: ' Vue\u0000d’ensemble ', en: 'Overview', ru: ' ' } : {},
    }));
    const live = operator.findIndex(({ key }) => key === 'alarm-live');
    operator.unshift(...operator.splice(live, 1));
    expect(await arrange('operator', operator)).toMatchObject({ code: 0 });
    const menu = await served('operator');
    expect(menu[0]).toMatchObject({
      key: 'home',
      name: '首页',
      english: 'Overview',
      names: { fr: 'Vue d’ensemble', en: 'Overview' },
      url: '/dashboard',
    });
    expect(menu[0]?.names).not.toHaveProperty('ru');
    const shown = await keys('operator');
    expect(shown).not.toContain('fees');
    expect(shown).not.toContain('fee-query');
    expect(shown).not.toContain('alarm-history');
    expect(shown.indexOf('alarm-live')).toBeLessThan(shown.indexOf('alarm-info'));
    const v1 = await world.app.inject({
      method: 'POST',
      url: '/sys/user/getMenuByToken',
      headers: { authorization: await world.token('operator') },
      payload: { token: 'whatever' },
    });
    expect(v1.json().data).toEqual(menu);
    // The calls of a hidden entry are not forbidden, and no other role's menu has changed.
    expect(await ask('GET', 'alarms', undefined, 'operator')).toMatchObject({ code: 0 });
    expect(await keys('viewer')).toContain('fees');
    expect((await found('operator')).entries.find(({ key }) => key === 'fees')?.hidden).toBe(true);
  });

  it('retain the default arrangement for another customer', async () => {
    expect(await arrange('operator', [{ key: 'home', hidden: true }])).toMatchObject({ code: 0 });
    const { foreign, database } = world;
    const { rows } = await sql<{
      customer_id: number;
    }>`select customer_id from menu_arrangement`.execute(database.db);
    expect(rows).toEqual([{ customer_id: world.own.customerId }]);
    expect(foreign.customerId).not.toBe(world.own.customerId);
  });

  it.each([
    ['an unknown entry', [{ key: 'nonsense' }], 41931, 'entries.0.key'],
    ['a duplicate entry', [{ key: 'home' }, { key: 'home' }], 41932, 'entries.1.key'],
    ['an entry the role has no permission for', [{ key: 'user' }], 41933, 'entries.0.key'],
    [
      'a name that is too long',
      [{ key: 'home', names: { en: 'x'.repeat(41) } }],
      41935,
      'entries.0.names.en',
    ],
    ['markup in a name', [{ key: 'home', names: { es: '<i>a</i>' } }], 41935, 'entries.0.names.es'],
  ] as const)('are rejected with %s', async (_, entries, code, field) => {
    const answer = await arrange('operator', entries as unknown as Partial<Entry>[]);
    expect(answer).toMatchObject({ code });
    expect(answer.msg).toContain(field);
    expect((await found('operator')).changed_at).toBe(0);
  });

  it('cannot lock out the users who arrange them, and show at least one entry', async () => {
    expect(await arrange('admin', [{ key: 'menu', hidden: true }])).toMatchObject({ code: 41934 });
    expect(await arrange('admin', [{ key: 'system', hidden: true }])).toMatchObject({
      code: 41934,
    });
    const { entries } = await found('viewer');
    const none = entries.map((entry) => ({ ...entry, hidden: true }));
    expect(await arrange('viewer', none)).toMatchObject({ code: 41936 });
  });

  it('report a conflict to the second of two concurrent changes', async () => {
    const first = await arrange('operator', [{ key: 'home', hidden: true }]);
    expect(first).toMatchObject({ code: 0 });
    expect(await arrange('operator', [{ key: 'alarms' }])).toMatchObject({ code: 41937 });
    const back = (at: number) => ask('DELETE', `menu-arrangement/operator?changed_at=${at}`);
    expect(await back(0)).toMatchObject({ code: 41937 });
    expect(await keys('operator')).not.toContain('home');
    expect(await back(first.data.changed_at)).toMatchObject({ code: 0 });
    expect(await keys('operator')).toContain('home');
    expect((await found('operator')).changed_at).toBe(0);
  });

  it('follow a custom role and are deleted with it', async () => {
    const { own, database } = world;
    const role = String(own.roleId);
    await sql`update user_account set custom_role_id = ${own.roleId}
      where customer_id = ${own.customerId} and user_id = ${own.users.viewer.userId}`.execute(
      database.db,
    );
    expect(await arrange(role, [{ key: 'fees', hidden: true }])).toMatchObject({ code: 0 });
    expect(await keys('viewer')).not.toContain('fees');
    expect(await arrange(String(world.foreign.roleId), [{ key: 'home' }])).toMatchObject({
      code: 404,
    });
    expect(await arrange('platform', [{ key: 'home' }])).toMatchObject({ code: 404 });
  });

  it('cannot be changed for a role above the caller’s own', async () => {
    const { own, database } = world;
    const { db } = database;
    const { id } = await db
      .insertInto('custom_role')
      .values({
        customer_id: own.customerId,
        name: 'Half',
        copied_from: 'viewer',
        permissions: [...ROLE_PERMISSIONS.viewer, 'role.manage'] as never,
        created_at: new Date(),
        changed_at: new Date(),
      })
      .returning('custom_role_id as id')
      .executeTakeFirstOrThrow();
    await sql`update user_account set custom_role_id = ${id}
      where customer_id = ${own.customerId} and user_id = ${own.users.viewer.userId}`.execute(db);
    expect(await arrange('admin', [{ key: 'home' }], 0, 'viewer')).toMatchObject({ code: 41905 });
    expect(await arrange('auditor', [{ key: 'home' }], 0, 'viewer')).toMatchObject({ code: 41905 });
    expect(await arrange('viewer', [{ key: 'home' }], 0, 'viewer')).toMatchObject({ code: 0 });
  });

  it('record the state before and after a change in the audit trail', async () => {
    const { db } = world.database;
    await arrange('operator', [{ key: 'fees', hidden: true, names: { en: 'Money' } }]);
    const { rows } = await sql<{ command: string; detail: Record<string, never> }>`
      select command, detail from audit_entry where customer_id = ${world.own.customerId}
        and module = 'Roles' order by audit_entry_id desc limit 1`.execute(db);
    expect(rows[0]).toMatchObject({
      command: 'arrange menu',
      detail: {
        role: { id: 'operator' },
        before: { hidden: [], names: {} },
        after: { hidden: ['fees'], names: { fees: { en: 'Money' } } },
      },
    });
  });

  it('cannot be arranged without the permission', async () => {
    for (const as of ['operator', 'viewer'] as const) {
      expect(await arrange('viewer', [{ key: 'home' }], 0, as)).toMatchObject({ code: 403 });
    }
  });
});
