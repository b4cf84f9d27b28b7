import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { instant, jsonb } from '../../src/storage/column-types.ts';
import { parseInstant } from '../../src/storage/connection/parsers.ts';
import { energyRegisterColumns, measurementColumns } from '../../src/storage/reading-columns.ts';
import { describeWithDatabase } from '../support/databases.ts';

describeWithDatabase('database values', (database) => {
  const cases: [name: string, expression: string, expected: unknown][] = [
    ['int4', '2147483647::int', 2147483647],
    ['int8', '9007199254740991::bigint', 9007199254740991],
    ['a negative int8', '-9007199254740991::bigint', -9007199254740991],
    ['count', '(select count(*) from zone where zone_id = 1)', 1],
    ['numeric', '123456789012345678.000100::numeric', '123456789012345678.000100'],
    ['real', '230.1::real', 230.1],
    ['float8', '0.1::float8', 0.1],
    ['boolean', 'true', true],
    ['text', `E'tab\\there'::text`, 'tab\there'],
    ['date', `'2026-03-29'::date`, '2026-03-29'],
    [
      'timestamptz',
      `'2026-11-20 23:01:31.207+00'::timestamptz`,
      Date.UTC(2026, 10, 20, 23, 1, 31, 207),
    ],
    [
      'timestamptz at a full second',
      `'2026-11-20 23:01:31+00'::timestamptz`,
      Date.UTC(2026, 10, 20, 23, 1, 31),
    ],
    [
      'timestamptz with microseconds',
      `'2026-11-20 23:01:31.0019994+00'::timestamptz`,
      Date.UTC(2026, 10, 20, 23, 1, 31, 1),
    ],
    [
      'timestamptz given in another zone',
      `'2026-11-20 23:01:31+08'::timestamptz`,
      Date.UTC(2026, 10, 20, 15, 1, 31),
    ],
    [
      'timestamptz of the year 50',
      `'0050-01-01 00:00:00+00'::timestamptz`,
      new Date('0050-01-01T00:00:00Z').getTime(),
    ],
    [
      'timestamptz of the year 12026',
      `'12026-01-01 00:00:00+00'::timestamptz`,
      new Date('+012026-01-01T00:00:00Z').getTime(),
    ],
    ['infinity', `'infinity'::timestamptz`, Number.POSITIVE_INFINITY],
    ['jsonb', `'{"a":[1,null]}'::jsonb`, { a: [1, null] }],
    ['bytea', `'\\x00ff'::bytea`, Buffer.from([0, 255])],
    [
      'uuid',
      `'01890000-0000-7000-8000-000000000001'::uuid`,
      '01890000-0000-7000-8000-000000000001',
    ],
    ['int array', 'array[1, null, 3]', [1, null, 3]],
    ['int8 array', 'array[1::bigint]', [1]],
    ['numeric array', `array['1.50'::numeric, null]`, ['1.50', null]],
    ['date array', `array['2026-01-01'::date]`, ['2026-01-01']],
    ['timestamptz array', `array['2026-01-01 00:00+00'::timestamptz]`, [Date.UTC(2026, 0)]],
    ['null', 'null::timestamptz', null],
  ];
  it.each(cases)('are read: %s', async (_name, expression, expected) => {
    const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(
      database.db,
    );
    expect(rows[0]?.value).toStrictEqual(expected);
  });

  it('are rejected if a number cannot represent an int8 exactly', async () => {
    await expect(
      sql`select 9007199254740993::bigint as value`.execute(database.db),
    ).rejects.toThrow(RangeError);
    await database.ping();
  });

  it('are read back as they were written', async () => {
    const ts = Date.UTC(2026, 10, 20, 1, 2, 3, 456);
    const content = [{ volPa: 230.1, text: 'ä"\\\n' }, null];
    await database.db
      .insertInto('reading_conflict')
      .values({
        customer_id: 901,
        device_id: 1,
        ts: instant(ts),
        content_hash: Number.MAX_SAFE_INTEGER,
        content: jsonb(content),
        received_at: new Date(ts + 1),
      })
      .execute();
    const row = await database.db
      .selectFrom('reading_conflict')
      .selectAll()
      .where('customer_id', '=', 901)
      .where('ts', '=', instant(ts))
      .executeTakeFirstOrThrow();
    expect(row).toStrictEqual({
      customer_id: 901,
      device_id: 1,
      ts,
      content_hash: Number.MAX_SAFE_INTEGER,
      content,
      received_at: ts + 1,
    });
  });

  it('include readings with columns in the order of their tables', async () => {
    for (const [table, columns] of [
      ['measurement', measurementColumns],
      ['energy_register', energyRegisterColumns],
    ] as const) {
      const { rows } = await sql<{ name: string }>`
        select attname as name from pg_attribute
        where attrelid = ${table}::regclass and attnum > 5 order by attnum`.execute(database.db);
      expect(rows.map(({ name }) => name)).toEqual(columns);
    }
  });
});

it('an instant outside the fast format is parsed by the slow path', () => {
  expect(parseInstant('2026-11-20 23:01:31+05:30')).toBe(Date.UTC(2026, 10, 20, 17, 31, 31));
  expect(parseInstant('0044-03-15 12:00:00+00 BC')).toBe(
    new Date('-000043-03-15T12:00:00Z').getTime(),
  );
});
