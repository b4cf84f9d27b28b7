import { expect, it } from 'vitest';
import { copyIn, copyText } from '../../src/storage/bulk/copy-in.ts';
import { describeWithDatabase } from '../support/databases.ts';

const columns = ['name', 'value'];

describeWithDatabase('database transactions', (database) => {
  const insert = (name: string, value = '') =>
    database.db.insertInto('installation').values({ name, value }).execute();
  const values = async (prefix: string): Promise<string[]> => {
    const rows = await database.db
      .selectFrom('installation')
      .select('value')
      .where('name', 'like', `${prefix}%`)
      .orderBy('name')
      .execute();
    return rows.map(({ value }) => value);
  };

  it('commit all or nothing', async () => {
    await expect(
      database.transaction(async (trx) => {
        await trx.insertInto('installation').values({ name: 'rolled', value: 'x' }).execute();
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await values('rolled')).toEqual([]);
  });

  it('are isolated from each other when twenty run concurrently', async () => {
    await insert('counter', '0');
    await Promise.all(
      Array.from({ length: 20 }, () =>
        database.transaction(async (trx) => {
          const row = await trx
            .selectFrom('installation')
            .select('value')
            .where('name', '=', 'counter')
            .forUpdate()
            .executeTakeFirstOrThrow();
          await trx
            .updateTable('installation')
            .set({ value: String(Number(row.value) + 1) })
            .where('name', '=', 'counter')
            .execute();
        }),
      ),
    );
    expect(await values('counter')).toEqual(['20']);
  });

  it('throw the database error with its code, and the connection remains usable', async () => {
    await insert('once');
    await expect(insert('once')).rejects.toMatchObject({ code: '23505' });
    await database.ping();
  });

  it('return the number of changed rows', async () => {
    const result = await database.db
      .updateTable('zone')
      .set({ sort_order: 0 })
      .where('zone_id', '=', 1)
      .executeTakeFirstOrThrow();
    expect(result.numUpdatedRows).toBe(1n);
  });

  it('can contain a COPY', async () => {
    await expect(
      database.transaction(async (trx) => {
        expect(await copyIn(trx, 'installation', columns, 'copied-a\t1\ncopied-b\t2\n')).toBe(2);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await values('copied')).toEqual([]);
    await database.transaction(async (trx) => {
      await copyIn(trx, 'installation', columns, 'copied-a\t1\ncopied-b\t2\n');
      await trx
        .updateTable('installation')
        .set({ value: '3' })
        .where('name', '=', 'copied-b')
        .execute();
    });
    expect(await values('copied')).toEqual(['1', '3']);
  });

  it('copy every character unchanged', async () => {
    const text = 'a\tb\nc\rd\\e\\N ä 电 \u{1F50C}';
    await copyIn(database.db, 'installation', columns, `odd\t${copyText(text)}\n`);
    expect(await values('odd')).toEqual([text]);
    expect(copyText(null)).toBe('\\N');
    expect(copyText(0)).toBe('0');
  });

  it.each([
    ['an invalid row', 'zone', ['zone_id'], 'one\n', '22P02'],
    ['a missing table', 'no_such_table', ['a'], '1\n', '42P01'],
    [
      'a large text that is rejected at once',
      'no_such_table',
      ['a'],
      '1\n'.repeat(500_000),
      '42P01',
    ],
    [
      'a row that already exists',
      'installation',
      ['name', 'value'],
      'twice\t1\ntwice\t2\n',
      '23505',
    ],
  ])('survive a COPY of %s', async (_case, table, names, text, code) => {
    await expect(copyIn(database.db, table, names, text)).rejects.toMatchObject({ code });
    await database.ping();
    await expect(
      database.transaction((trx) => copyIn(trx, table, names, text)),
    ).rejects.toMatchObject({ code });
    expect(await copyIn(database.db, 'installation', columns, '')).toBe(0);
  });

  it('name the line of an invalid row', async () => {
    const rows = '9\t1\t2026-01-01Z\t0\n9\t1\tnever\t0\n';
    const names = ['customer_id', 'device_id', 'ts', 'device_time_ms'];
    await expect(copyIn(database.db, 'clock_error', names, rows)).rejects.toMatchObject({
      where: expect.stringContaining('line 2'),
    });
  });
});
