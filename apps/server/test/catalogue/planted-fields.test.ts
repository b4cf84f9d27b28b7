/**
 * docs/promises.md T4: fields that no caller may set, added to the body of every call that changes
 * something, are rejected or have no effect. Afterwards no row of the own customer contains a
 * planted value, and the columns with the names of these fields (permissions, group, handling,
 * price) were changed only by the calls for that purpose.
 */
import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { byTable, customerColumns } from '../support/canary/customer-columns.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { fingerprint } from '../support/fingerprint.ts';
import { fixture } from '../support/fixture.ts';
import { isOfPlatform } from './call-role.ts';
import { buildCatalogueFixture } from './catalogue-fixture.ts';
import { exampleRequest, send } from './requests.ts';

const changing = (CATALOGUE as readonly CallSpec[]).filter(
  ({ body, effect }) => body !== undefined && effect !== 'read',
);

/**
 * Planted values that are found wherever they are stored; the planted `true`, `yes` and `active`
 * are checked through the columns below.
 */
const MARKS = ['mass-assigned', '0.000173', '2001-02-03', '987654321'];

/**
 * Columns with the name of a planted field that change, and the calls that may change them, because
 * they add rows or because that is their purpose.
 */
const MOVED: Readonly<Record<string, readonly string[]>> = {
  'alarm.handled_at': ['v2.alarm.handle'],
  'alarm.handled_by': ['v2.alarm.handle'],
  'alarm_group_sum.handled': ['v2.alarm.handle'],
  'device.deleted_at': ['v1.device.delete'],
  // The breaker is added to the group of the caller.
  'device.group_id': ['v2.simulated-breaker.add'],
  'rate.is_default': ['v2.rate.add'],
  'rate_version.price_off_peak': ['v2.rate.add'],
  'rate_version.price_peak': ['v2.rate.add'],
  'rate_version.price_sharp': ['v2.rate.add'],
  'rate_version.price_valley': ['v2.rate.add'],
  'user_account.disabled': ['v2.users.add'],
  'user_account.group_id': ['v2.users.add'],
  'user_account.role': ['v2.users.add'],
  'user_group.path': ['v2.groups.add'],
};

describeWithDatabase('fields that no caller may set', (database) => {
  const world = fixture(() => buildCatalogueFixture(database));
  let before: string;
  const moved = new Map<string, string[]>();
  beforeAll(async () => {
    before = await fingerprint(world.database, world.foreign.customerId);
  });

  function planted(call: CallSpec): Record<string, unknown> {
    const { customerId, groupId, users } = world.foreign;
    const fields = {
      id: 987_654_321,
      customer_id: customerId,
      customerId,
      groupId: String(groupId),
      group_id: String(groupId),
      userId: users.operator.userId,
      user_id: users.operator.userId,
      created_by: users.operator.userId,
      role: 'platform',
      role_type: 'platform',
      group_path: [groupId],
      path: [groupId],
      handled: true,
      handled_at: '2001-02-03T04:05:06Z',
      is_default: 'yes',
      price: 0.000173,
      price_sharp: 0.000173,
      state: 'active',
      disabled: true,
      secret_hash: 'mass-assigned',
      password_hash: 'mass-assigned',
      deleted_at: '2001-02-03T04:05:06Z',
      created_at: '2001-02-03T04:05:06Z',
    };
    const declared = (call.body as { properties?: object }).properties ?? {};
    return Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in declared)));
  }

  /** Returns the contents of the watched columns, one text per column. */
  async function watched(): Promise<Map<string, string>> {
    const columns = (await customerColumns(world.database.db)).filter(
      ({ table, column }) =>
        /^(handled|handled_at|handled_by|is_default|deleted_at|path)$|^price_/.test(column) ||
        (column === 'role' && table === 'user_account') ||
        (column === 'state' && table === 'customer') ||
        (column === 'disabled' && table === 'user_account') ||
        (column === 'group_id' && ['device', 'user_account'].includes(table)),
    );
    const parts = columns.map(
      ({ table, column }) => sql`
        select ${`${table}.${column}`}::text as name,
          string_agg(${sql.ref(column)}::text, '|' order by ${sql.ref(column)}::text) as values
        from ${sql.table(table)} where customer_id = ${world.own.customerId}`,
    );
    const { rows } = await sql<{ name: string; values: string | null }>`${sql.join(
      parts,
      sql` union all `,
    )}`.execute(world.database.db);
    return new Map(rows.map(({ name, values }) => [name, values ?? '']));
  }

  describe('calls that change something', () => {
    it.each(changing.map((call) => [call.name, call] as const))(
      '%s ignores or rejects them',
      async (_name, call) => {
        const role = isOfPlatform(call) ? 'operator' : 'admin';
        const request = exampleRequest(call, world.own, world.own.users[role].userId);
        request.body = { ...planted(call), ...request.body };
        const earlier = await watched();
        const answer = await send(world.app, call, request, await world.token(role));
        expect(answer.statusCode).toBeLessThan(500);
        for (const mark of MARKS) expect(answer.body).not.toContain(mark);
        for (const [name, values] of await watched()) {
          if (values !== earlier.get(name))
            moved.set(name, [...(moved.get(name) ?? []), call.name]);
        }
      },
    );
  });

  it('change their columns only in the calls for that purpose', () => {
    expect(Object.fromEntries([...moved].toSorted())).toEqual(MOVED);
  });

  it('have no effect on new rows', async () => {
    const { db } = world.database;
    const { customerId, rateId } = world.own;
    const { rows } = await sql<{ rates: number[]; accounts: string }>`
      select array(select rate_id from rate where customer_id = ${customerId} and is_default) as rates,
        (select string_agg(distinct role || ' ' || disabled, ', ') from user_account
          where customer_id = ${customerId} and user_name like 'fresh.user%') as accounts`.execute(
      db,
    );
    expect(rows).toEqual([{ rates: [rateId], accounts: 'viewer false' }]);
  });

  it('are stored in no row', async () => {
    const found: string[] = [];
    for (const [table] of byTable(await customerColumns(world.database.db))) {
      for (const mark of MARKS) {
        const { rows } = await sql`select 1 from ${sql.table(table)} t
          where customer_id = ${world.own.customerId} and t::text like ${`%${mark}%`} limit 1`.execute(
          world.database.db,
        );
        if (rows.length > 0) found.push(`${table}: ${mark}`);
      }
    }
    expect(found).toEqual([]);
    expect(await fingerprint(world.database, world.foreign.customerId)).toBe(before);
  });
});
