import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { seedReferenceData } from '../../src/storage/seed/seed.ts';
import { seedZones } from '../../src/storage/seed/seed-zones.ts';
import { describeWithDatabase } from '../support/databases.ts';

describeWithDatabase('reference data', (database) => {
  it('starts with Asia/Shanghai and RMB, the preselected ones', async () => {
    const zones = await database.db.selectFrom('zone').selectAll().orderBy('sort_order').execute();
    expect(zones).toHaveLength(seedZones.length);
    expect(zones[0]).toStrictEqual({
      zone_id: 1,
      iana_name: 'Asia/Shanghai',
      english_name: 'China (Shanghai)',
      chinese_name: '中国（上海）',
      sort_order: 0,
    });
    const currencies = await database.db
      .selectFrom('currency')
      .select(['code', 'symbol'])
      .orderBy('currency_id')
      .execute();
    expect(currencies.map(({ code, symbol }) => `${code} ${symbol}`)).toEqual([
      'RMB ¥',
      'USD $',
      'EUR €',
      'GBP £',
      'AED د.إ',
      'RUB ₽',
      'FCFA FCFA',
      'GNF FG',
    ]);
  });

  it('includes the device types of the specification', async () => {
    const types = await database.db
      .selectFrom('device_type')
      .select(['name', 'kind'])
      .orderBy('device_type_id')
      .execute();
    expect(types.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'MT61 main',
      'MT61GP main',
      'MT88C gateway',
      'MT88 hidden',
      'HF-DTU dtu',
      'meter meter',
    ]);
  });

  it('contains only time zones that this database supports', async () => {
    const { rows } = await sql<{ name: string }>`
      select iana_name as name from zone
      where iana_name not in (select name from pg_timezone_names)`.execute(database.db);
    expect(rows).toEqual([]);
  });

  it('is seeded again without overwriting an administrator’s changes', async () => {
    await database.db
      .updateTable('currency')
      .set({ symbol: 'CN¥' })
      .where('code', '=', 'RMB')
      .execute();
    await database.db.deleteFrom('zone').where('zone_id', '=', 9).execute();
    await seedReferenceData(database);
    const { rows } = await sql<{ zones: number; symbol: string }>`
      select count(*) as zones, (select symbol from currency where code = 'RMB') as symbol
      from zone`.execute(database.db);
    expect(rows).toEqual([{ zones: seedZones.length, symbol: 'CN¥' }]);
  });
});

it('every time zone of JavaScript is seeded under one of its names', () => {
  const canonical = (name: string): string =>
    new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  const seeded = new Set(seedZones.map(([, ianaName]) => canonical(ianaName)));
  expect(seeded.size).toBe(seedZones.length);
  expect(Intl.supportedValuesOf('timeZone').filter((name) => !seeded.has(canonical(name)))).toEqual(
    [],
  );
});

it('no two time zones share a number or a name', () => {
  for (const column of [0, 1, 2, 3] as const) {
    expect(new Set(seedZones.map((zone) => zone[column])).size).toBe(seedZones.length);
  }
});

it('every time zone has a Chinese name in Chinese', () => {
  expect(seedZones.filter(([, , , chinese]) => !/\p{Script=Han}{2}/u.test(chinese))).toEqual([]);
});
