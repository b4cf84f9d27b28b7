/**
 * docs/promises.md T1: the foreign customer has a canary in every column of every table, according
 * to the database catalogue. A column added later is seeded too, or this test fails until the
 * exception is listed with its reason.
 */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { customerColumns } from '../support/canary/customer-columns.ts';
import { WITHOUT_CANARY } from '../support/canary/exceptions.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { buildCanaryFixture } from './catalogue-fixture.ts';

describeWithDatabase('canaries', (database) => {
  const world = fixture(() => buildCanaryFixture(database));

  /** Returns the names of the customer's columns whose rows contain no canary. */
  async function columnsWithout(customerId: number): Promise<string[]> {
    const without: string[] = [];
    for (const column of await customerColumns(world.database.db)) {
      if (column.type === 'boolean' || column.words.length > 0) continue;
      const { rows } = await sql<{ value: string | null }>`
        select distinct ${sql.ref(column.column)}::text as value from ${sql.table(column.table)}
        where customer_id = ${customerId}`.execute(world.database.db);
      const holds = rows.some(({ value }) => value !== null && world.canaries.known(column, value));
      if (!holds) without.push(`${column.table}.${column.column}`);
    }
    return without;
  }

  it('are in every column of the customer, except those listed with a reason', async () => {
    const without = await columnsWithout(world.foreign.customerId);
    expect(without.filter((name) => !(name in WITHOUT_CANARY))).toEqual([]);
    expect(Object.keys(WITHOUT_CANARY).filter((name) => !without.includes(name))).toEqual([]);
  });

  it('are reported missing in a column and in a table added later', async () => {
    const { db } = world.database.as('owner');
    await sql`alter table device add column made_later text`.execute(db);
    await sql`create table made_later (customer_id integer, note text, primary key (customer_id))`.execute(
      db,
    );
    const without = await columnsWithout(world.foreign.customerId);
    expect(without).toEqual(expect.arrayContaining(['device.made_later', 'made_later.note']));
    await sql`drop table made_later`.execute(db);
    await sql`alter table device drop column made_later`.execute(db);
  });

  it('are found in every form in which a server writes a value', async () => {
    const { rows } = await sql<{
      at: number;
      installed: string;
      secret: Buffer;
      kilowatts: number;
    }>`
      select d.created_at as at, d.installed_on as installed, d.secret_hash as secret,
        m.active_power_kw as kilowatts
      from device d join measurement m using (customer_id)
      where d.customer_id = ${world.foreign.customerId} and d.created_at < '2016-01-01'`.execute(
      world.database.db,
    );
    const { at, installed, secret, kilowatts } = rows[0]!;
    const local = new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    for (const text of [
      JSON.stringify({ created_at: at }),
      JSON.stringify({ created_at: new Date(at) }),
      `"${local}"`,
      `,${installed},`,
      secret.toString('hex'),
      secret.toString('base64'),
      secret.toString('base64url'),
      `{"kw":${kilowatts}}`,
      `{"kw":${kilowatts},`,
      `code T${'CANARY7Q'}1`,
    ]) {
      expect(world.canaries.found(text), text).toHaveLength(1);
    }
    expect(world.canaries.found(`{"at":${Date.now()},"kw":12.5,"code":0}`)).toEqual([]);
    expect(world.canaries.found(`{"id":${kilowatts}}`, `{"id":${kilowatts}}`)).toEqual([]);
  });
});
