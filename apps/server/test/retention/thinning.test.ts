/**
 * Old measurements become quarter hours: nothing is lost or counted twice despite interruptions,
 * and the history across the limit is continuous.
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  dropOldQuarterHours,
  thinReadings,
} from '../../src/areas/platform/retention/thin-readings.ts';
import type { Database } from '../../src/storage/database.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { describeWithDatabase, openTestDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { runTypeScript } from '../support/programs/child-process.ts';
import { testContext } from '../support/test-context.ts';
import {
  DAY_MS,
  EDGE,
  history,
  insertMeasurements,
  kept,
  MINUTE_MS,
  monthsOf,
  NOW,
  QUARTER_MS,
  readingsAround,
  type Sent,
} from './thinning-fixture.ts';

/** The boundary of the months around the limit of 31 days: June of 2026 is thinned, July is not. */
const NEAR = Date.UTC(2026, 6, 1);
const HOUR_MS = 4 * QUARTER_MS;

const known = (values: readonly (number | null)[]) =>
  values.filter((value): value is number => value !== null);
const meanOf = (values: readonly (number | null)[]) =>
  known(values).reduce((sum, value) => sum + value, 0) / known(values).length;

function within(readings: readonly Sent[], from: number, widthMs: number): readonly Sent[] {
  return readings.filter(({ at }) => at >= from && at < from + widthMs);
}

describeWithDatabase('thinning', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'thin', now: NOW }));
  const device = async () => (await buildTenantDevice(database, tenant)).deviceId;

  it('waits while a report reads the month', async () => {
    const ctx = testContext(database, {}, NOW);
    const deviceId = await device();
    const { rows: tasks } = await sql<{ id: number; state: string }>`
      update report_task set type = 'parameter', state = 'running',
        from_at = ${new Date(EDGE - DAY_MS)}, to_at = ${new Date(EDGE + DAY_MS)}
      returning report_task_id as id, state`.execute(database.db);
    expect(tasks).not.toEqual([]);
    await insertMeasurements(database, tenant, deviceId, readingsAround(EDGE));
    await thinReadings(ctx);
    expect(await kept(database, deviceId)).toEqual({ raw: 240, quarters: 0, inQuarters: 0 });
    await sql`update report_task set state = 'done'`.execute(database.db);
    await thinReadings(ctx);
    expect(await kept(database, deviceId)).toEqual({ raw: 120, quarters: 8, inQuarters: 120 });
  });

  it('leaves the history after the limit unchanged, and yields minimum, mean and maximum before it', async () => {
    const ctx = testContext(database, {}, NOW + HOUR_MS * 2);
    const deviceId = await device();
    const sent = readingsAround(EDGE);
    await insertMeasurements(database, tenant, deviceId, sent);
    const span = { device: deviceId, from: sent[0]!.at, to: sent.at(-1)!.at + 1 };
    const wholeBefore = await history(ctx, tenant, span);
    // The chart has buckets of an hour.
    const columns = { ...span, to: span.from + 4 * HOUR_MS, sample: 8 };
    const chartBefore = await history(ctx, tenant, columns);
    await thinReadings(ctx);
    expect(await kept(database, deviceId)).toEqual({ raw: 120, quarters: 8, inQuarters: 120 });

    const whole = await history(ctx, tenant, span);
    expect(whole.thinnedBefore).toBe(EDGE);
    expect(whole.total).toBe(128);
    expect(whole.rows.slice(0, 120)).toEqual(wholeBefore.rows.slice(0, 120));
    const quarters = Array.from({ length: 8 }, (_, n) => EDGE - (n + 1) * QUARTER_MS);
    expect(whole.rows.slice(120).map(({ at }) => at)).toEqual(quarters);
    for (const { at, values } of whole.rows.slice(120)) {
      const raw = within(sent, at, QUARTER_MS);
      expect(values[0]).toBeCloseTo(meanOf(raw.map(({ voltage }) => voltage)), 3);
      expect(values[1]).toBeCloseTo(meanOf(raw.map(({ current }) => current)), 4);
    }

    const chart = await history(ctx, tenant, columns);
    expect(chart.total).toBe(240);
    expect(chart.rows.map(({ values }) => values)).toEqual(
      chartBefore.rows.map(({ values }) => values),
    );
    expect(chart.means!.times).toEqual(chartBefore.means!.times);
    expect(chart.means!.readings).toEqual(chartBefore.means!.readings);
    chart.means!.values[0]!.forEach((mean, i) => {
      expect(Number(mean)).toBeCloseTo(Number(chartBefore.means!.values[0]![i]), 3);
    });

    // The history is read in pages across the limit.
    const page = await history(ctx, tenant, { ...span, page: 13, pageSize: 10 });
    expect(page).toMatchObject({ total: 128, rows: whole.rows.slice(120, 130) });
    const recent = await history(ctx, tenant, { ...span, from: EDGE });
    expect(recent).toMatchObject({ total: 120, thinnedBefore: undefined });
  });

  it('drops the month that no longer accepts readings, and is idempotent', async () => {
    expect(await monthsOf(database, 'measurement')).not.toContain('measurement_2025_06');
    expect(await monthsOf(database, 'measurement')).toContain('measurement_2025_07');
    expect(await monthsOf(database, 'measurement_quarter')).toContain(
      'measurement_quarter_2025_06',
    );
    const ctx = testContext(database, {}, NOW + 2 * HOUR_MS);
    const before = await sql`select * from measurement_quarter order by 1, 2, 3`.execute(
      database.db,
    );
    await thinReadings(ctx);
    const after = await sql`select * from measurement_quarter order by 1, 2, 3`.execute(
      database.db,
    );
    expect(after.rows).toEqual(before.rows);
  });

  it('merges a late measurement into its quarter hour', async () => {
    const env = { KEEP_READINGS_DAYS: '31' };
    const ctx = testContext(database, env, NOW + 4 * HOUR_MS);
    const deviceId = await device();
    const sent = readingsAround(NEAR);
    await insertMeasurements(database, tenant, deviceId, sent);
    await thinReadings(ctx);
    expect(await kept(database, deviceId)).toEqual({ raw: 120, quarters: 8, inQuarters: 120 });
    // The month is retained for late readings.
    expect(await monthsOf(database, 'measurement')).toContain('measurement_2026_06');

    const begin = NEAR - QUARTER_MS;
    const late = [
      { at: begin + 10_000, voltage: 401, current: 12 },
      { at: begin - DAY_MS, voltage: 17, current: null },
    ];
    await insertMeasurements(database, tenant, deviceId, late);
    const span = { device: deviceId, from: begin - 2 * DAY_MS, to: NEAR };
    const raw = await history(ctx, tenant, span);
    expect(raw.rows.map(({ at }) => at)).toEqual([
      late[0]!.at,
      ...Array.from({ length: 8 }, (_, n) => begin - n * QUARTER_MS),
      late[1]!.at,
    ]);
    await thinReadings(testContext(database, env, NOW + 6 * HOUR_MS));
    expect(await kept(database, deviceId)).toEqual({ raw: 120, quarters: 9, inQuarters: 122 });
    const { rows } = await sql<Record<string, number>>`
      select readings, voltage_a_v_min as min, voltage_a_v_mean as mean, voltage_a_v_max as max,
        current_a_a_max as current
      from measurement_quarter where device_id = ${deviceId} and ts = ${new Date(begin)}`.execute(
      database.db,
    );
    const all = [...within(sent, begin, QUARTER_MS), late[0]!].map(({ voltage }) => voltage);
    expect(rows[0]).toMatchObject({ readings: 16, max: 401, min: Math.min(...all), current: 12 });
    expect(rows[0]!.mean).toBeCloseTo(meanOf(all), 3);
  });

  it('loses nothing if it fails after any statement', async () => {
    const deviceId = await device();
    // The month has more readings than one batch of either database.
    const month = Date.UTC(2025, 5, 1);
    const sent = Array.from({ length: 2_500 }, (_, n) => ({
      at: month + n * MINUTE_MS,
      voltage: 200 + (n % 50),
      current: null,
    }));
    await insertMeasurements(database, tenant, deviceId, sent);
    for (let after = 1; after <= 12; after += 1) {
      const failing = failingAfter(database, after);
      const now = NOW + 8 * HOUR_MS + after * 2 * HOUR_MS;
      await thinReadings(testContext(failing, {}, now)).catch((error: Error) => {
        if (error.message !== 'the process ends') throw error;
      });
      const { raw, inQuarters } = await kept(database, deviceId);
      expect(raw + inQuarters).toBe(2_500);
    }
    await thinReadings(testContext(database, {}, NOW + 80 * HOUR_MS));
    expect(await kept(database, deviceId)).toEqual({ raw: 0, quarters: 167, inQuarters: 2_500 });
  });

  it('drops expired quarter hours with their month', async () => {
    const ctx = testContext(database, { KEEP_QUARTERS_DAYS: '401' }, NOW);
    await ensurePartitions(database, Date.UTC(2025, 6), Date.UTC(2025, 6), ['measurement_quarter']);
    await dropOldQuarterHours(ctx);
    const months = await monthsOf(database, 'measurement_quarter');
    expect(months).not.toContain('measurement_quarter_2025_06');
    expect(months).toContain('measurement_quarter_2025_07');
  });

  describe('thinning by several processes', () => {
    const MONTH = Date.UTC(2025, 4, 1);
    const fill = async () => {
      const ids = await Promise.all(Array.from({ length: 30 }, device));
      await ensurePartitions(database, MONTH, MONTH);
      await ensurePartitions(database, MONTH, MONTH, ['measurement_quarter']);
      await sql`insert into measurement (customer_id, device_id, ts, content_hash, voltage_a_v)
        select ${tenant.customerId}, d, ${new Date(MONTH)}::timestamptz + n * interval '1 minute', n, 230
        from unnest(${ids}::int4[]) d cross join generate_series(0, 2999) n`.execute(database.db);
      return ids;
    };
    const sums = async (ids: readonly number[]) => {
      const { rows } = await sql<{ raw: number; quarters: number; readings: number }>`
        select stored.raw, thinned.quarters, thinned.readings
        from (select count(*) as raw from measurement
          where device_id = any(${ids}::int4[])) stored,
          (select count(*) as quarters, coalesce(sum(readings), 0)::int8 as readings
          from measurement_quarter where device_id = any(${ids}::int4[])) thinned`.execute(
        database.db,
      );
      return rows[0]!;
    };

    it('resumes after a process was repeatedly killed midway', async () => {
      const ids = await fill();
      const thinner = new URL('./thinner.ts', import.meta.url);
      const parameters = [database.databaseUrl!, 'measurement_2025_05'];
      for (const pieces of [1, 4, 9]) {
        const child = runTypeScript(thinner, ...parameters);
        for (let n = 0; n < pieces; n += 1) await child.nextLine();
        await child.end('SIGKILL');
        const { raw, readings } = await sums(ids);
        expect(raw + readings).toBe(90_000);
        expect(raw).toBeGreaterThan(0);
      }
      const last = runTypeScript(thinner, ...parameters);
      for (let line = ''; line !== 'done'; ) line = await last.nextLine();
      await last.end('SIGTERM');
      expect(await sums(ids)).toEqual({ raw: 0, quarters: 6_000, readings: 90_000 });
    });

    it('counts nothing twice if two processes thin at the same time', async () => {
      const ids = await fill();
      const other = await openTestDatabase(database.databaseUrl);
      for (let hour = 100; (await sums(ids)).raw > 0; hour += 2) {
        const now = NOW + hour * HOUR_MS;
        await Promise.all([database, other].map((one) => thinReadings(testContext(one, {}, now))));
        expect(hour).toBeLessThan(140);
      }
      await other.close();
      // These are added to the existing quarter hours of other devices.
      expect(await sums(ids)).toEqual({ raw: 0, quarters: 6_000, readings: 90_000 });
    });
  });
});

/** Returns the same database, whose process ends at the n-th transaction before its commit. */
function failingAfter(database: Database, transactions: number): Database {
  let left = transactions;
  const failing: Database = {
    ...database,
    as: () => failing,
    transaction: (work) =>
      database.transaction(async (trx) => {
        const result = await work(trx);
        left -= 1;
        if (left === 0) throw new Error('the process ends');
        return result;
      }),
  };
  return failing;
}
