import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/storage/migrate.ts';
import { dropPartitions } from '../../src/storage/old-partitions.ts';
import { ensurePartitions, ensurePartitionsAround, monthOf } from '../../src/storage/partitions.ts';
import { freshDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';

const dayMs = 86_400_000;

describe('partitions of readings', () => {
  const database = fixture(() => freshDatabase({ empty: true }));
  beforeAll(async () => {
    await migrate(database);
  });
  const insert = (ts: string) =>
    sql`insert into measurement (customer_id, device_id, ts, content_hash)
      values (1, 1, ${ts}::timestamptz, 0)`.execute(database.db);
  const wherePut = async (): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      select tableoid::regclass::text as name from measurement order by ts`.execute(database.db);
    return rows.map(({ name }) => name);
  };

  it('cover every month of the span, once', async () => {
    const from = Date.UTC(2025, 10, 30, 23, 59);
    const to = Date.UTC(2026, 1, 1);
    const months = ['2025_11', '2025_12', '2026_01', '2026_02'];
    expect(await ensurePartitions(database, from, to)).toEqual(
      months.flatMap((month) => [`measurement_${month}`, `energy_register_${month}`]),
    );
    expect(await ensurePartitions(database, from, to)).toEqual([]);
    expect(await ensurePartitions(database, to, to + 28 * dayMs - 1)).toEqual([]);
    expect(await ensurePartitions(database, to, to + 28 * dayMs)).toHaveLength(2);
  });

  it('accept a reading by its UTC month, to the last microsecond', async () => {
    await insert('2025-11-30T23:59:59.999999Z');
    await insert('2025-12-01T00:00:00Z');
    await insert('2026-01-01T07:59:59+08');
    expect(await wherePut()).toEqual([
      'measurement_2025_11',
      'measurement_2025_12',
      'measurement_2025_12',
    ]);
  });

  it('reject a reading of a month without a partition', async () => {
    await expect(insert('2020-01-01T00:00:00Z')).rejects.toMatchObject({ code: '23514' });
  });

  it('store one reading per device and timestamp', async () => {
    await expect(insert('2025-12-01T00:00:00Z')).rejects.toMatchObject({ code: '23505' });
  });

  it('can be created by several concurrent callers without a conflict', async () => {
    const from = Date.UTC(2027, 0);
    const made = await Promise.all(
      Array.from({ length: 6 }, () => ensurePartitions(database, from, from + 100 * dayMs)),
    );
    expect(made.flat()).toHaveLength(8);
  });

  it('reach 400 days back and 60 days ahead', async () => {
    const now = Date.UTC(2026, 10, 20);
    await ensurePartitionsAround(database, now);
    await insert(new Date(now - 400 * dayMs).toISOString());
    await insert(new Date(now + 60 * dayMs).toISOString());
  });

  it('are dropped if the whole month is before the limit', async () => {
    const limit = Date.UTC(2025, 11, 1);
    const before = (ms: number) => dropPartitions(database, ({ name }) => monthOf(name).end <= ms);
    const dropped = await before(limit);
    expect(dropped).toContain('measurement_2025_11');
    expect(dropped).toContain('energy_register_2025_10');
    expect(dropped.filter((name) => name.endsWith('2025_12'))).toEqual([]);
    expect((await wherePut())[0]).toBe('measurement_2025_12');
    expect(await before(limit + 30 * dayMs)).toEqual([]);
  });

  it('are dropped later if they were detached and not dropped, because the process ended', async () => {
    await sql`alter table measurement detach partition measurement_2025_12`.execute(database.db);
    expect(await dropPartitions(database, () => false)).toEqual(['measurement_2025_12']);
    expect(await dropPartitions(database, () => false)).toEqual([]);
  });
});
