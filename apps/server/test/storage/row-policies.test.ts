/**
 * Row-level security as it is in the database (docs/adr/0023): every table has policies, and no
 * serving role bypasses them.
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { copyInBehindWalls } from '../../src/storage/bulk/copy-in.ts';
import type { Database } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { tableOwners } from '../../src/storage/schema/table-owners.ts';
import { describeWithDatabase } from '../support/databases.ts';

/**
 * Tables without a policy, each with the reason: why customers may reach them, or that they cannot.
 */
const UNPROTECTED: Readonly<Record<string, string>> = {
  schema_migration: 'not reached',
  gateway_process: 'not reached',
  worker_process: 'not reached',
  broker_session: 'not reached',
  simulation_lease: 'not reached',
  password_request: 'not reached',
  platform_setting: 'not reached',
  zone: 'the same for all, read only',
  currency: 'the same for all, read only',
  device_type: 'the same for all, read only',
  thinned_before: 'edges of the whole platform, read only',
  throttle: 'failures under names and addresses, of strangers too; no call answers a row',
  websocket_ticket: 'leads from a hash to a hash',
};
/** These tables have no customer_id; their rows are selected by name. */
const BY_NAME = ['installation'];

interface Wall {
  readonly name: string;
  readonly isProtected: boolean;
  readonly forced: boolean;
  readonly policies: string[] | null;
  readonly writable: boolean;
  readonly readable: boolean;
}

const PLATFORM = 'platform ALL busbar_platform true -';
const CUSTOMER =
  "customer ALL busbar_customer (customer_id = (NULLIF(current_setting('busbar.customer'::text, true), ''::text))::integer) -";

/** Returns the violations, as sentences. */
async function faults({ db }: Database): Promise<string[]> {
  const { rows } = await sql<Wall>`
    select c.relname as name, c.relrowsecurity as "isProtected", c.relforcerowsecurity as forced,
      (select array_agg(format('%s %s %s %s %s', policyname, cmd, array_to_string(roles, ','), qual,
          coalesce(with_check, '-')) order by policyname desc)
        from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname) as policies,
      has_table_privilege('busbar_customer', c.oid, 'insert, update, delete, truncate') as writable,
      has_table_privilege('busbar_customer', c.oid, 'select') as readable
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f', 'm')
      and not c.relispartition order by 1`.execute(db);
  return rows.flatMap((table) => {
    const { name, isProtected, policies, writable, readable } = table;
    const reason = UNPROTECTED[name];
    if (reason === undefined) {
      if (!isProtected) return [`${name} has no row-level security`];
      const expected = BY_NAME.includes(name) ? undefined : `${PLATFORM}\n${CUSTOMER}`;
      const found = (policies ?? []).join('\n');
      return expected !== undefined && found !== expected ? [`${name}: ${found}`] : [];
    }
    if (reason === 'not reached') return readable || writable ? [`${name} is reached`] : [];
    return reason.endsWith('read only') && writable ? [`${name} can be written`] : [];
  });
}

describeWithDatabase('row-level security', (database) => {
  it('protects every table, except those listed with a reason', async () => {
    expect(await faults(database)).toEqual([]);
    for (const name of [...Object.keys(UNPROTECTED), ...BY_NAME]) {
      expect(Object.keys(tableOwners)).toContain(name);
    }
  });

  it('is reported missing on a new table, and protects one that a migration creates', async () => {
    await sql`create table new_table (customer_id integer primary key)`.execute(database.db);
    expect(await faults(database)).toEqual(['new_table has no row-level security']);
    await sql`select raise_walls()`.execute(database.db);
    expect(await faults(database)).toEqual([]);
    await sql`drop table new_table`.execute(database.db);
    await sql`create policy hole on device to busbar_customer using (true)`.execute(database.db);
    expect(await faults(database)).toEqual([expect.stringContaining('hole ALL')]);
    await sql`drop policy hole on device`.execute(database.db);
    expect(await migrate(database)).toEqual([]);
  });

  it('applies in views, which run with the permissions of their reader', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'v'
        and not coalesce(reloptions @> array['security_invoker=true'], false)`.execute(database.db);
    expect(rows).toEqual([]);
  });

  it('leaves monthly partitions, which have no policies, to the owner', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
      cross join unnest(array['busbar_customer', 'busbar_platform']) r
      where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r'
        and has_table_privilege(r, c.oid, 'select, insert, update, delete, truncate')`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
  });

  it('exposes no function of the owner except those that return a single value', async () => {
    const { rows } = await sql<{ name: string; customer: boolean; anybody: boolean }>`
      select proname as name, has_function_privilege('busbar_customer', oid, 'execute') as customer,
        has_function_privilege('public', oid, 'execute') as anybody
      from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`.execute(
      database.db,
    );
    expect(rows).toEqual([
      { name: 'audit_forget', customer: false, anybody: false },
      { name: 'is_account_taken', customer: true, anybody: false },
      { name: 'taken_device_codes', customer: true, anybody: false },
      { name: 'taken_device_ids', customer: true, anybody: false },
    ]);
  });

  describe('serving roles', () => {
    const standings = [
      ['the platform', 'platform' as const],
      ['a customer', { customerId: 7 }],
    ] as const;

    it.each(standings)('%s is no superuser, owns nothing and bypasses no policy', async (_, as) => {
      const { rows } = await sql`
        select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolcanlogin as mighty,
          exists (select from pg_class where relowner = r.oid) as owner,
          (select row_security_active('device')) as bound
        from pg_roles r where rolname = current_user`.execute(database.as(as).db);
      expect(rows).toEqual([{ mighty: false, owner: false, bound: true }]);
    });

    it.each(standings)('%s creates no table and removes no policy', async (_, as) => {
      const { db } = database.as(as);
      const denied = { code: '42501' };
      await expect(sql`create table mine (a integer)`.execute(db)).rejects.toMatchObject(denied);
      for (const statement of [
        'alter table device disable row level security',
        'drop policy customer on device',
        'create policy mine on device using (true)',
        'alter table audit_entry disable trigger audit_refuse',
        'truncate device',
        'select raise_walls()',
        'update audit_entry set module = module',
        'delete from audit_entry',
        'truncate audit_entry',
        'delete from audit_seal',
        "set session_replication_role = 'replica'",
      ]) {
        await expect(sql.raw(statement).execute(db), statement).rejects.toMatchObject(denied);
      }
    });

    it('change with every statement, in any order and concurrently', async () => {
      await database.db
        .insertInto('rate')
        .values(
          [7, 8].map((customerId) => ({
            customer_id: customerId,
            rate_id: 1,
            name: `of ${customerId}`,
            is_default: false,
            created_at: new Date(),
          })),
        )
        .execute();
      const names = async (to: Database) =>
        (await to.db.selectFrom('rate').select('name').orderBy('name').execute())
          .map(({ name }) => name)
          .join();
      const expected: [Database, string][] = [
        [database.as({ customerId: 7 }), 'of 7'],
        [database.as({ customerId: 8 }), 'of 8'],
        [database.as({ customerId: 9 }), ''],
        [database.as('platform'), 'of 7,of 8'],
        [database, 'of 7,of 8'],
      ];
      const asked = Array.from({ length: 200 }, (_, i) => expected[(i * i + 3 * i) % 5]!);
      const answers = await Promise.all(asked.map(([to]) => names(to)));
      expect(answers).toEqual(asked.map(([, said]) => said));

      const slices: string[] = [];
      const query = database.as({ customerId: 8 }).db.selectFrom('rate').select('name');
      for await (const rows of database.as({ customerId: 8 }).stream(query, 1)) {
        slices.push(...rows.map(({ name }) => name));
        expect(await names(database.as({ customerId: 7 }))).toBe('of 7');
      }
      expect(slices).toEqual(['of 8']);
    });

    it('write no row of another customer, and are unchanged after an error', async () => {
      const own = database.as({ customerId: 7 });
      const foreign = {
        customer_id: 8,
        rate_id: 2,
        name: 'slipped in',
        is_default: false,
        created_at: new Date(),
      };
      await expect(own.db.insertInto('rate').values(foreign).execute()).rejects.toMatchObject({
        code: '42501',
      });
      await expect(
        own.transaction((trx) => trx.insertInto('rate').values(foreign).execute()),
      ).rejects.toMatchObject({ code: '42501' });
      await expect(
        own.db.updateTable('rate').set({ customer_id: 8 }).execute(),
      ).rejects.toMatchObject({ code: '42501' });
      const [changed] = await own.db.updateTable('rate').set({ name: 'mine' }).execute();
      expect(changed?.numUpdatedRows).toBe(1n);
      const [gone] = await own.db.deleteFrom('rate').where('customer_id', '=', 8).execute();
      expect(gone?.numDeletedRows).toBe(0n);
    });

    it('copy rows in through a temporary table', async () => {
      const own = database.as({ customerId: 7 });
      const columns = ['device_code', 'customer_id', 'device_id'];
      const copy = (text: string) =>
        own.transaction((trx) => copyInBehindWalls(trx, 'device_code', columns, text));
      expect(await copy('WALL-1\t7\t701\nWALL-2\t7\t702\n')).toBe(2);
      await expect(copy('WALL-3\t8\t801\n')).rejects.toMatchObject({ code: '42501' });
      await expect(copy('WALL-1\t7\t703\n')).rejects.toMatchObject({ code: '23505' });
    });

    it('are evaluated once per statement that names the customer, not once per row', async () => {
      const query = sql<Record<string, string>>`explain (costs off)
        select count(*) from measurement join device using (customer_id, device_id)
        where customer_id = ${7}::int4 and device_id = ${1}::int4
          and ts >= now() - interval '1 day'`;
      const { rows } = await query.execute(database.as({ customerId: 7 }).db);
      const plan = rows.map((row) => Object.values(row).join());
      const asking = plan.filter((line) => line.includes('busbar.customer'));
      expect(asking).toEqual([expect.stringMatching(/^\s*One-Time Filter: /)]);
      expect(plan.join('\n')).toMatch(/Index Cond: \(\(customer_id = 7\) AND \(device_id = 1\)/);
    });

    it('accept only a number as the customer', () => {
      const customerId = "1', false), set_config('role', 'none" as never;
      return expect(
        database.as({ customerId }).db.selectFrom('rate').selectAll().execute(),
      ).rejects.toThrow(RangeError);
    });
  });
});
