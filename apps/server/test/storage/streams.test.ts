/** Large results are read from the database in slices (docs/promises.md H3). */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';

async function collect<Row>(slices: AsyncIterable<Row[]>): Promise<Row[][]> {
  const collected: Row[][] = [];
  for await (const rows of slices) collected.push(rows);
  return collected;
}

describeWithDatabase('reading in slices', (database) => {
  beforeAll(async () => {
    await sql`insert into installation select 'row-' || lpad(n::text, 6, '0'), n::text
      from generate_series(1, 12345) n`.execute(database.db);
  });
  const rowsAfter = (name: string) =>
    database.db.selectFrom('installation').selectAll().where('name', '>', name).orderBy('name');
  const openCursors = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_cursors where name like 'busbar%'`.execute(database.db);
    return rows[0]?.n ?? -1;
  };

  it.each([[1000], [5], [12345], [20000]])(
    'returns every row once and in order with slices of %i',
    async (size) => {
      let expected = 12000;
      for await (const rows of database.stream(rowsAfter('row-012000'), size)) {
        expect(rows.length).toBeLessThanOrEqual(size);
        for (const row of rows) {
          expected += 1;
          expect(Number(row.value)).toBe(expected);
        }
      }
      expect(expected).toBe(12345);
    },
  );

  it('returns the same types as a query', async () => {
    const query = database.db.selectNoFrom([
      sql`now()`.as('at'),
      sql`1::bigint`.as('big'),
      sql`'1.0'::numeric`.as('exact'),
    ]);
    const [streamed] = await collect(database.stream(query));
    const [queried] = await query.execute();
    expect(streamed?.map((row) => Object.values(row).map((value) => typeof value))).toEqual([
      ['number', 'number', 'string'],
    ]);
    expect(Object.values(queried ?? {}).map((value) => typeof value)).toEqual([
      'number',
      'number',
      'string',
    ]);
  });

  it('lets other queries run between its slices, and sees none of their changes', async () => {
    const seen: number[] = [];
    for await (const rows of database.stream(rowsAfter('row-'), 4000)) {
      seen.push(rows.length);
      // This transaction would wait forever if the reader held the only connection.
      await database.transaction((trx) =>
        trx
          .insertInto('installation')
          .values({ name: `row-9${seen.length}`, value: '0' })
          .execute(),
      );
    }
    await sql`delete from installation where name like 'row-9%'`.execute(database.db);
    expect(seen).toEqual([4000, 4000, 4000, 345]);
  });

  it('ends the query when the reader stops early', async () => {
    for (let round = 0; round < 30; round += 1) {
      for await (const rows of database.stream(rowsAfter('row-'), 10)) {
        expect(rows).toHaveLength(10);
        break;
      }
    }
    expect(await openCursors()).toBe(0);
    await database.ping();
  });

  it('throws the error of a query that fails midway, and the connection remains usable', async () => {
    const query = database.db
      .selectFrom('installation')
      .select(sql`1 / (value::int - 12300)`.as('quotient'))
      .where('name', 'like', 'row-%')
      .orderBy('name');
    await expect(collect(database.stream(query, 100))).rejects.toMatchObject({
      code: '22012',
    });
    await database.ping();
    expect(await openCursors()).toBe(0);
  });
});
