/**
 * Long charts from hourly aggregates: the same buckets as from the readings themselves, immediately
 * including a late reading, whichever process is aggregating in the meantime.
 */

import { timeColumns } from '@busbar/domain/device/time-columns';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  dropOldQuarterHours,
  thinReadings,
} from '../../src/areas/platform/retention/thin-readings.ts';
import { foldHours } from '../../src/areas/telemetry/hours/fold-hours.ts';
import { writeReadings } from '../../src/areas/telemetry/ingest/write-readings.ts';
import type { Context } from '../../src/context.ts';
import type { Database, Executor } from '../../src/storage/database.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { measurementColumns } from '../../src/storage/reading-columns.ts';
import { history } from '../retention/thinning-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { readingRow } from '../support/devices/reading-row.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.UTC(2026, 7, 10, 12);
/** The start of the day three days before `NOW`. */
const UNTIL = Date.UTC(2026, 7, 7);
const BEGAN = Date.UTC(2026, 5, 20, 7, 13);
/** The span is not aligned to the hour, and ends after the aggregated hours. */
const SPAN = { from: BEGAN + 17 * MINUTE_MS, to: NOW - 23 * MINUTE_MS };
/** Buckets of slightly more than five hours, which are rounded to six. */
const SAMPLE = 2 * Math.floor((SPAN.to - SPAN.from) / (5.1 * HOUR_MS));

interface Measured {
  readonly at: number;
  /** Voltage of phase A, in V. */
  readonly voltage: number;
}

const VOLTAGE = measurementColumns.indexOf('voltage_a_v');

const valuesOf = ({ voltage }: Measured) =>
  measurementColumns.map((_, i) => (i === VOLTAGE ? voltage : Number.NaN));

/** Stores one batch as the ingest does. */
const store = (
  trx: Executor,
  ctx: Context,
  { customerId }: Tenant,
  deviceId: number,
  measured: readonly Measured[],
) =>
  writeReadings(
    trx,
    measured.map((one) =>
      readingRow({ customerId, deviceId }, { at: one.at, measured: valuesOf(one) }),
    ),
    ctx.clock.now(),
  );

interface Column {
  readonly at: number;
  readonly readings: number;
  readonly mean: number;
  readonly lowest: number;
  readonly highest: number;
}

/** Returns the expected buckets of the chart, newest first. */
function expectedColumns(
  measured: readonly Measured[],
  span: { readonly from: number; readonly to: number },
  most: number,
): Column[] {
  const { origin, columnMs: width } = timeColumns(span, most);
  const columns = new Map<number, number[]>();
  for (const { at, voltage } of measured) {
    if (at < span.from || at >= span.to) continue;
    const begins = Math.max(origin + Math.floor((at - origin) / width) * width, span.from);
    columns.set(begins, [...(columns.get(begins) ?? []), voltage]);
  }
  return [...columns]
    .map(([at, values]) => ({
      at,
      readings: values.length,
      mean: values.reduce((sum, value) => sum + value, 0) / values.length,
      lowest: Math.min(...values),
      highest: Math.max(...values),
    }))
    .sort((a, b) => b.at - a.at);
}

/**
 * Returns the numbers of aggregated hours and readings of a device, and the time up to which the
 * hours are complete, in epoch ms.
 */
async function madeOf(
  { db }: Database,
  deviceId: number,
): Promise<{ hours: number; readings: number; until: number | null }> {
  const { rows } = await sql<{ hours: number; readings: number }>`
    select count(*)::int4 as hours, coalesce(sum(readings), 0)::int4 as readings
    from measurement_hour where device_id = ${deviceId}`.execute(db);
  const folded = await sql<{ until: number | null }>`
    select until from measurement_folded where device_id = ${deviceId}`.execute(db);
  return { ...rows[0]!, until: folded.rows[0]?.until ?? null };
}

/** Returns one reading every ten minutes, with five days without any. */
function readings(): Measured[] {
  const all: Measured[] = [];
  for (let at = BEGAN; at < NOW; at += 10 * MINUTE_MS) {
    const day = Math.floor((at - BEGAN) / DAY_MS);
    if (day >= 20 && day < 25) continue;
    const n = Math.round((at - BEGAN) / (10 * MINUTE_MS));
    all.push({ at: at + (n % 7) * 1_001, voltage: 215 + ((n * 7919) % 400) / 16 });
  }
  return all;
}

describeWithDatabase('hourly aggregates of measurements', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'hours', now: NOW }));
  const ctx = testContext(database, {}, NOW);
  const device = async () => (await buildTenantDevice(database, tenant)).deviceId;
  const storeAll = (deviceId: number, measured: readonly Measured[]) =>
    database.transaction((trx) => store(trx, ctx, tenant, deviceId, measured));
  /** Runs the aggregation until nothing is left, however little a single run does. */
  const foldAll = async (context = ctx) => {
    for (let run = 0; run < 200; run += 1) {
      await foldHours(context);
      const { rows } = await sql`select from measurement_folded
        where until is null or until < ${new Date(UNTIL)} limit 1`.execute(database.db);
      if (rows.length === 0) return;
    }
    throw new Error('it does not end');
  };
  const chart = async (deviceId: number, span = SPAN, sample = SAMPLE) => {
    const found = await history(ctx as never, tenant, { device: deviceId, ...span, sample });
    const { means, rows } = found;
    return {
      total: found.total,
      columns: means!.times.map((at, i) => {
        const next = means!.times[i - 1] ?? span.to;
        const within = rows
          .filter((row) => row.at >= at && row.at < next)
          .map(({ values }) => values[0]!);
        return {
          at,
          readings: means!.readings[i]!,
          mean: Number(means!.values[0]![i]),
          lowest: Math.min(...within),
          highest: Math.max(...within),
        };
      }),
      current: new Set(rows.map(({ values }) => values[1])),
    };
  };
  const expectChart = async (deviceId: number, measured: readonly Measured[]) => {
    const shown = await chart(deviceId);
    const expected = expectedColumns(measured, SPAN, SAMPLE / 2);
    expect(shown.total).toBe(measured.filter(({ at }) => at >= SPAN.from && at < SPAN.to).length);
    expect(shown.columns.map(({ mean: _, ...rest }) => rest)).toEqual(
      expected.map(({ mean: _, ...rest }) => rest),
    );
    shown.columns.forEach(({ mean }, i) => {
      expect(mean).toBeCloseTo(expected[i]!.mean, 3);
    });
    // A value that was never reported is unknown in every bucket.
    expect(shown.current).toEqual(new Set([undefined]));
  };

  it('yield the same chart as the readings', async () => {
    const measured = readings();
    const [deviceId, other, silent] = [await device(), await device(), await device()];
    await storeAll(deviceId, measured);
    await storeAll(
      other,
      measured.map(({ at }) => ({ at, voltage: 999 })),
    );
    await foldAll();
    const before = measured.filter(({ at }) => at < UNTIL);
    const made = await madeOf(database, deviceId);
    expect(made).toEqual({
      hours: new Set(before.map(({ at }) => Math.floor(at / HOUR_MS))).size,
      readings: before.length,
      until: UNTIL,
    });
    expect(await madeOf(database, silent)).toEqual({ hours: 0, readings: 0, until: UNTIL });
    await expectChart(deviceId, measured);
    // The chart is read from the hours: the result is the same after their readings are deleted.
    const [from, to] = [Math.ceil(SPAN.from / HOUR_MS) * HOUR_MS, UNTIL];
    await sql`delete from measurement where device_id = ${deviceId}
      and ts >= ${new Date(from)} and ts < ${new Date(to)}`.execute(database.db);
    await expectChart(deviceId, measured);
    // Buckets this short are built from readings, which are deleted here.
    const short = await chart(deviceId, { from, to }, 2_000);
    expect(short.columns).toEqual([]);
  });

  it('include a late reading as soon as it is stored, and are recomputed', async () => {
    const measured = readings();
    const deviceId = await device();
    await storeAll(deviceId, measured);
    await foldAll();
    const late = { at: BEGAN + 3 * DAY_MS + 5 * MINUTE_MS, voltage: 401.5 };
    await storeAll(deviceId, [late]);
    const { until } = await madeOf(database, deviceId);
    expect(until).toBe(Math.floor(late.at / HOUR_MS) * HOUR_MS);
    await expectChart(deviceId, [...measured, late]);
    await foldAll();
    const made = await madeOf(database, deviceId);
    expect(made.until).toBe(UNTIL);
    expect(made.readings).toBe(measured.filter(({ at }) => at < UNTIL).length + 1);
    await expectChart(deviceId, [...measured, late]);
    // The hours do not change after the same reading again, a conflicting one, or one of today.
    const again = { ...late, voltage: 17 };
    await storeAll(deviceId, [late]);
    await storeAll(deviceId, [again]);
    await storeAll(deviceId, [{ at: NOW - MINUTE_MS, voltage: 230 }]);
    expect(await madeOf(database, deviceId)).toEqual(made);
  });

  it('end at the right time again after the clock was ahead', async () => {
    const measured = readings();
    const deviceId = await device();
    await storeAll(deviceId, measured);
    await foldAll(testContext(database, {}, NOW + 365 * DAY_MS));
    const { until } = await madeOf(database, deviceId);
    expect(until).toBeGreaterThan(NOW);
    await foldHours(ctx);
    expect((await madeOf(database, deviceId)).until).toBe(UNTIL);
    const next = { at: UNTIL + DAY_MS + 5 * MINUTE_MS, voltage: 403 };
    await storeAll(deviceId, [next]);
    await expectChart(deviceId, [...measured, next]);
  });

  it('are built from thinned readings too', async () => {
    const near = testContext(database, { KEEP_READINGS_DAYS: '31' }, NOW);
    const measured = readings().map(({ at, voltage }) => ({
      at: Math.floor(at / (10 * MINUTE_MS)) * 10 * MINUTE_MS,
      voltage,
    }));
    const deviceId = await device();
    await storeAll(deviceId, measured);
    await thinReadings(near);
    const left = await sql<{ count: number }>`select count(*)::int4 as count from measurement
      where device_id = ${deviceId} and ts < ${new Date(Date.UTC(2026, 6, 1))}`.execute(
      database.db,
    );
    expect(left.rows[0]!.count).toBe(0);
    await foldAll();
    expect(await madeOf(database, deviceId)).toMatchObject({
      readings: measured.filter(({ at }) => at < UNTIL).length,
      until: UNTIL,
    });
    const shown = await chart(deviceId, { from: Date.UTC(2026, 5, 21), to: NOW }, 100);
    const expected = expectedColumns(measured, { from: Date.UTC(2026, 5, 21), to: NOW }, 50);
    expect(
      shown.columns.map(({ at, lowest, highest, readings: n }) => [at, n, lowest, highest]),
    ).toEqual(expected.map(({ at, lowest, highest, readings: n }) => [at, n, lowest, highest]));
  });

  it('are purged with the quarter hours, and not before the readings they represent', async () => {
    const months = async () => {
      const { rows } = await sql<{ name: string }>`select relname as name from pg_class
        where relname like 'measurement_hour_2___\___' order by 1`.execute(database.db);
      return rows.map(({ name }) => name);
    };
    const may = Date.UTC(2025, 4);
    await ensurePartitions(database, may, may, ['measurement_hour']);
    const before = await months();
    const later = NOW + 35 * DAY_MS;
    await dropOldQuarterHours(
      testContext(database, { KEEP_QUARTERS_DAYS: '401', KEEP_READINGS_DAYS: '3660' }, later),
    );
    expect(await months()).toEqual(before);
    await dropOldQuarterHours(testContext(database, { KEEP_QUARTERS_DAYS: '401' }, later));
    expect(await months()).not.toContain('measurement_hour_2025_05');
    expect(await months()).toContain('measurement_hour_2026_07');
  });

  describe('a late reading in an open transaction', () => {
    /** Stores the reading in a transaction that commits when the returned function is called. */
    const storing = async (deviceId: number, measured: Measured) => {
      let commit: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        commit = resolve;
      });
      let stored: () => void = () => undefined;
      const written = new Promise<void>((resolve) => {
        stored = resolve;
      });
      const whole = database.transaction(async (trx) => {
        await store(trx, ctx, tenant, deviceId, [measured]);
        stored();
        await held;
      });
      await written;
      return async () => {
        commit();
        await whole;
      };
    };
    const late = { at: BEGAN + 2 * DAY_MS + 5 * MINUTE_MS, voltage: 402 };

    it.each([
      ['for a device with aggregated hours', true],
      ['for a device without any', false],
    ])('is included after its commit %s', async (_, isMade) => {
      const measured = readings();
      const deviceId = await device();
      await storeAll(deviceId, measured);
      if (isMade) await foldAll();
      const commit = await storing(deviceId, late);
      await foldHours(ctx);
      await commit();
      await expectChart(deviceId, [...measured, late]);
      await foldAll();
      await expectChart(deviceId, [...measured, late]);
    });
  });
});
