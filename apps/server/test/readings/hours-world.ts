/** Measurements as the ingest stores them, and the chart expected from them. */
import { timeColumns } from '@busbar/domain/device/time-columns';
import { sql } from 'kysely';
import { writeReadings } from '../../src/areas/telemetry/ingest/write-readings.ts';
import type { Context } from '../../src/context.ts';
import type { Database, Executor } from '../../src/storage/database.ts';
import { measurementColumns } from '../../src/storage/reading-columns.ts';
import { readingRow } from '../support/devices/reading-row.ts';
import type { Tenant } from '../support/world.ts';

export interface Measured {
  readonly at: number;
  /** Voltage of phase A, in V. */
  readonly voltage: number;
}

const VOLTAGE = measurementColumns.indexOf('voltage_a_v');

const valuesOf = ({ voltage }: Measured) =>
  measurementColumns.map((_, i) => (i === VOLTAGE ? voltage : Number.NaN));

/** Stores one batch as the ingest does. */
export const store = (
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

export interface Column {
  readonly at: number;
  readonly readings: number;
  readonly mean: number;
  readonly lowest: number;
  readonly highest: number;
}

/** Returns the expected buckets of the chart, newest first. */
export function expectedColumns(
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
export async function madeOf(
  { db }: Database,
  deviceId: number,
): Promise<{ hours: number; readings: number; until: number | null }> {
  const { rows } = await sql<{ hours: number; readings: number; until: number | null }>`
    select count(*)::int4 as hours, coalesce(sum(readings), 0)::int4 as readings,
      (select until from measurement_folded where device_id = ${deviceId}) as until
    from measurement_hour where device_id = ${deviceId}`.execute(db);
  return rows[0]!;
}
