/**
 * docs/promises.md O8, first half: the role that serves requests can add to the audit trail and
 * cannot change anything in it.
 */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportHeads } from '../../src/areas/identity/audit/export-heads.ts';
import { purgeOldRows } from '../../src/areas/platform/retention/purge-rows.ts';
import { describeWithDatabase, isOnCitus } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';
import { AUDIT_TABLES, addCustomer, addEntries } from './audit-fixture.ts';

const CUSTOMER = 7;
const NOW = Date.UTC(2022, 10, 20, 4);
const DAY_MS = 86_400_000;

describeWithDatabase('the protection of the audit trail', (database) => {
  beforeAll(async () => {
    await addCustomer(database, CUSTOMER);
    await addEntries(database, CUSTOMER, 20, NOW - 2_000 * DAY_MS);
    await exportHeads(testContext(database));
    await purgeOldRows(testContext({ ...database }, {}, NOW));
    await addEntries(database, CUSTOMER, 20, NOW);
    await exportHeads(testContext(database));
  });
  const service = fixture(async () => database.as('platform'));

  const all = async () => {
    const { rows } = await sql<{ hash: string }>`
      select md5(string_agg(t, '|' order by t)) as hash from (
        ${sql.join(
          AUDIT_TABLES.map((table) => sql`select a::text as t from ${sql.table(table)} a`),
          sql` union all `,
        )}) x`.execute(database.db);
    return rows[0]!.hash;
  };

  describe.each(AUDIT_TABLES)('%s', (table) => {
    it.each([
      ['update', sql`update ${sql.table(table)} set customer_id = customer_id`],
      [
        'an update of no row',
        sql`update ${sql.table(table)} set customer_id = customer_id where customer_id = -1`,
      ],
      ['delete', sql`delete from ${sql.table(table)}`],
      ['truncate', sql`truncate ${sql.table(table)} cascade`],
    ])('rejects %s', async (name, statement) => {
      const before = await all();
      if (table === 'audit_head' && name === 'an update of no row') return;
      // Neither the server nor the owner of the tables can do this; the owner would have to remove
      // the triggers first.
      for (const { db } of [service, database]) {
        await expect(statement.execute(db)).rejects.toMatchObject({ code: '42501' });
      }
      expect(await all()).toBe(before);
    });
  });

  it('is tested on tables that all contain rows', async () => {
    for (const table of AUDIT_TABLES) {
      const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(database.db);
      expect([table, rows.length]).toEqual([table, 1]);
    }
  });

  it('allows a head only to increase', async () => {
    for (const seq of [0, 40, 41]) {
      await expect(
        sql`update audit_head set seq = ${seq} where customer_id = ${CUSTOMER}`.execute(service.db),
      ).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('cannot be lifted with the retention setting by any role but the owner', async () => {
    await expect(
      service.transaction(async (trx) => {
        await sql`select set_config('busbar.audit_forget', 'on', true)`.execute(trx);
        await sql`delete from audit_entry`.execute(trx);
      }),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('retains entries younger than a year, whatever retention is requested', async () => {
    const ofNow = Date.now() - 300 * DAY_MS;
    await addEntries(database, 8, 5, ofNow);
    const { rows } = await sql`
      select * from audit_forget(8, now() + interval '10 years', 1000)`.execute(service.db);
    expect(rows).toEqual([]);
  });

  // Citus refuses inserts into views; the server makes none.
  it.skipIf(isOnCitus)('accepts new entries through the operation log', async () => {
    const before = await service.db.selectFrom('audit_entry').select('audit_entry_id').execute();
    await service.db
      .insertInto('operation_log')
      .values({
        customer_id: CUSTOMER,
        logged_at: new Date(NOW),
        user_id: null,
        device_id: null,
        group_id: null,
        module: 'm',
        command: 'c',
        command_id: null,
        status: 'done',
      })
      .execute();
    const after = await service.db.selectFrom('audit_entry').select('audit_entry_id').execute();
    expect(after).toHaveLength(before.length + 1);
  });
});
