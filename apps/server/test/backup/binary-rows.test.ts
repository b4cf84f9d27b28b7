/** Rows made over to the binary format are, to the bit, what the database reads from their text. */
import { CompiledQuery, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { areBinary, binaryRows } from '../../src/backup/binary-rows.ts';
import type { PlainType } from '../../src/backup/plain-values.ts';
import { CopyPayload, copyIn } from '../../src/storage/copy-in.ts';
import type { Database } from '../../src/storage/database.ts';
import { freshDatabase } from '../support/databases.ts';

const MADE_OVER: Record<PlainType, readonly string[]> = {
  int2: ['0', '1', '-1', '32767', '-32767'],
  int4: ['0', '-1', '2147483647', '-2147483647', '700000001'],
  int8: [
    '0',
    '-1',
    '4294967295',
    '4294967296',
    '-4294967296',
    '-4294967297',
    '9223372036854775807',
    '-9223372036854775807',
    '-7121328375237593521',
  ],
  float4: [
    '0',
    '-0',
    '13.5',
    '-0.001',
    '0.1',
    '1e+06',
    '1.5e-07',
    '-2.3283064e-10',
    '3.4028235e+16',
    '1.1754944e-12',
    '16777216',
    '123456.79',
    '0.30000001',
    '999999',
  ],
  timestamptz: [
    '2000-01-01 00:00:00+00',
    '1999-12-31 23:59:59.999999+00',
    '2024-02-29 12:34:56.1+00',
    '2026-11-23 04:10:00.000001+00',
    '1900-01-01 00:00:00+00',
    '2199-12-31 23:59:59.999999+00',
  ],
};

const LEFT_TO_THE_DATABASE: Record<PlainType, readonly string[]> = {
  int2: ['32768', '-32768', '', '+1', '1.0', ' 1', '1 ', '0x1'],
  int4: ['2147483648', '-2147483648', '99999999999999999999', '1e3', '-'],
  int8: ['9223372036854775808', '-9223372036854775808', '99999999999999999999', '1.5'],
  float4: [
    'NaN',
    'Infinity',
    '-Infinity',
    '1e-30',
    '3.4028236e+39',
    '1e-45',
    '1234567890.123456',
    // In the middle between two floats.
    '16777217',
    '8388608.5',
    '1e',
    '.',
    '-',
    '1.5 ',
    '1,5',
  ],
  timestamptz: [
    'infinity',
    '2024-01-01 00:00:00',
    '2024-01-01 00:00:00+08',
    '2024-01-01 00:00:00+00:30',
    '2024-02-30 00:00:00+00',
    '2023-02-29 00:00:00+00',
    '2024-13-01 00:00:00+00',
    '2024-01-01 24:00:00+00',
    '2024-01-01 00:00:60+00',
    '2024-01-01 00:00:00.1234567+00',
    '2024-01-01 00:00:00.+00',
    '2024-01-01T00:00:00+00',
    '0044-03-15 00:00:00+00 BC',
    '12024-01-01 00:00:00+00',
    '1899-12-31 23:59:59+00',
  ],
};

const rowOf = (value: string) => Buffer.from(`${value}\n`);

describe('a row of text', () => {
  const each = (list: typeof MADE_OVER) =>
    (Object.keys(list) as PlainType[]).flatMap((type) =>
      list[type].map((value) => [type, value] as const),
    );

  it.each(each(MADE_OVER))('is made over: %s %s', (type, value) => {
    expect(binaryRows(rowOf(value), [type])).toBeDefined();
  });

  it.each(each(LEFT_TO_THE_DATABASE))('is left to the database: %s %s', (type, value) => {
    expect(binaryRows(rowOf(value), [type])).toBeUndefined();
  });

  it('is left to the database where a value is missing, one too many or the end cut off', () => {
    for (const text of [
      '1\n',
      '1\t2\t3\n',
      '1\t2\n\n',
      '1\t2\n3\t4',
      '1\n2\n',
      '\\N\\N\t1\n',
      '\\.\n',
    ]) {
      expect(binaryRows(Buffer.from(text), ['int4', 'int4']), text).toBeUndefined();
    }
    expect(binaryRows(Buffer.from('1\t2\n\\N\t\\N\n'), ['int4', 'int4'])).toBeDefined();
  });
});

describe('rows made over', () => {
  let database: Database;
  beforeAll(async () => {
    database = await freshDatabase('pglite', true);
  });

  /** The text by COPY as it is and made over; both as the database then sends the bits. */
  async function bothWays(type: PlainType, values: readonly string[]) {
    const table = sql.table(`both_${type}`);
    await sql`drop table if exists ${table}`.execute(database.db);
    await sql`create table ${table} (value ${sql.raw(type)}, n serial)`.execute(database.db);
    const text = Buffer.from(values.map((value) => `${value}\n`).join(''));
    const binary = binaryRows(text, [type]);
    if (binary === undefined) throw new Error(`${values.join()} is not plain`);
    await copyIn(database.db, `both_${type}`, ['value'], text);
    const read = await sent();
    await sql`truncate ${table} restart identity`.execute(database.db);
    await database.db.executeQuery(
      CompiledQuery.raw(`copy both_${type} (value) from stdin (format binary)`, [
        new CopyPayload(binary),
      ]),
    );
    return { read, madeOver: await sent() };

    async function sent(): Promise<string[]> {
      const send = sql.raw(type === 'timestamptz' ? 'timestamptz_send' : `${type}send`);
      const { rows } = await sql<{ bits: string }>`select encode(${send}(value), 'hex') as bits
        from ${table} order by n`.execute(database.db);
      return rows.map(({ bits }) => bits);
    }
  }

  it.each(Object.keys(MADE_OVER) as PlainType[])(
    'are what the database reads: %s',
    async (type) => {
      const values = [...MADE_OVER[type]];
      const { read, madeOver } = await bothWays(type, values);
      expect(read).toHaveLength(values.length);
      expect(madeOver).toEqual(read);
    },
  );

  it('are what the database reads, for floats of every size that it writes itself', async () => {
    const { rows } = await sql<{ text: string }>`
      select ((random() - 0.5) * power(10, n % 40 - 17))::real::text as text
      from generate_series(1, 20000) n`.execute(database.db);
    const values = rows
      .map(({ text }) => text)
      .filter((value) => binaryRows(rowOf(value), ['float4']) !== undefined);
    expect(values.length).toBeGreaterThan(15_000);
    const { read, madeOver } = await bothWays('float4', values);
    expect(madeOver).toEqual(read);
  });

  it('are what the database reads, where rounding twice would be wrong', async () => {
    // Fifteen digits, as near to the middle between two floats as such can be.
    const near = Array.from({ length: 5_000 }, (_, n) => {
      const middle = (BigInt(2 ** 24 + 2 * n + 1) * 10n ** 20n) / 2n ** 40n;
      return `${(middle + 1n) / 2n}e-20`;
    });
    const values = near.filter((value) => binaryRows(rowOf(value), ['float4']) !== undefined);
    const { read, madeOver } = await bothWays('float4', values);
    expect(madeOver).toEqual(read);
    expect(values.length).toBeLessThan(near.length);
  });

  it('is the way of every table of values measured', async () => {
    const migrated = await freshDatabase('pglite');
    for (const name of ['measurement', 'measurement_quarter']) {
      const { rows } = await sql<{ type: string }>`
        select typname as type from pg_attribute join pg_type t on t.oid = atttypid
        where attrelid = ${name}::regclass and attnum > 0 and not attisdropped`.execute(
        migrated.db,
      );
      expect(areBinary(rows.map(({ type }) => type)), name).toBe(true);
    }
  });
});
