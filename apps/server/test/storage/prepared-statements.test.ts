/** Statements that PostgreSQL has prepared, on connections that all customers share (ADR 61). */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database, Executor } from '../../src/storage/database.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { testContext } from '../support/test-context.ts';

/** More than the executions after which PostgreSQL prefers a general plan. */
const OFTEN = 20;

describeWithDatabase('a prepared statement', (database) => {
  const ctx = testContext(database);

  async function addCustomer() {
    const customer = await buildCustomer(ctx);
    const admin = await buildCaller(ctx, customer, { role: 'admin' });
    const { code } = await buildDevice(ctx, admin);
    return { ...database.as({ customerId: customer.customerId }), code };
  }
  /** Reads without a filter by customer: only row-level security separates the customers. */
  const codesOf = async (db: Executor) => {
    const rows = await db.selectFrom('device').select('device_code').execute();
    return rows.map((row) => row.device_code);
  };
  const namesOn = async ({ db }: Pick<Database, 'db'>) => {
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements
      where statement like '%from "device"%' order by name`.execute(db);
    return rows.map(({ name }) => name);
  };

  it('returns the rows of its own customer only, for customers in turn and for the platform', async () => {
    const [one, other] = [await addCustomer(), await addCustomer()];
    const platform = database.as('platform');
    for (let n = 0; n < OFTEN; n += 1) {
      expect(await codesOf(one.db)).toEqual([one.code]);
      expect(await codesOf(other.db)).toEqual([other.code]);
      expect(await codesOf(platform.db)).toEqual(expect.arrayContaining([one.code, other.code]));
    }
    const names = await namesOn(one);
    expect(names).toContainEqual(expect.stringMatching(/^busbar_c_/));
    expect(names).toContainEqual(expect.stringMatching(/^busbar_p_/));
  });

  it('returns the rows of its own customer only in transactions too', async () => {
    const [one, other] = [await addCustomer(), await addCustomer()];
    for (let n = 0; n < OFTEN; n += 1) {
      expect(await one.transaction(codesOf)).toEqual([one.code]);
      expect(await other.transaction(codesOf)).toEqual([other.code]);
    }
  });

  it('still runs after a migration has added a column, in a list of all columns too', async () => {
    const { db } = database.as('platform');
    await sql`create table grown (id int4, name text)`.execute(database.db);
    await sql`insert into grown values (1, 'first')`.execute(database.db);
    await sql`grant select on grown to busbar_platform`.execute(database.db);
    const all = () => sql`select * from grown`.execute(db);
    const named = () => sql`select id, name from grown`.execute(db);
    for (let n = 0; n < OFTEN; n += 1) await Promise.all([all(), named()]);
    await sql`alter table grown add column more int4 default 7`.execute(database.db);
    expect((await all()).rows).toEqual([{ id: 1, name: 'first', more: 7 }]);
    expect((await named()).rows).toEqual([{ id: 1, name: 'first' }]);
  });

  it('is prepared again on another connection if the server has lost it', async () => {
    const customer = await addCustomer();
    for (let n = 0; n < OFTEN; n += 1) await codesOf(customer.db);
    await sql`deallocate all`.execute(customer.db);
    await expect(codesOf(customer.db)).rejects.toMatchObject({ code: '26000' });
    expect(await codesOf(customer.db)).toEqual([customer.code]);
  });
});
