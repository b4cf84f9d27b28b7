/**
 * Readings of one device over a span, newest first. Long answers are read by slices along the key
 * (each begins where the last ended), so that a slow reader holds neither a connection nor a
 * snapshot, and the embedded database is free for others in between.
 */
import { CompiledQuery } from 'kysely';
import type { Executor } from '../../storage/database.ts';
import type { EnergyRegisterColumn, MeasurementColumn } from '../../storage/reading-columns.ts';

export type HistoryTable = 'measurement' | 'energy_register';

/** Which readings, of [from, to) in epoch ms. */
export interface HistorySpan {
  readonly customerId: number;
  readonly deviceId: number;
  readonly table: HistoryTable;
  readonly from: number;
  readonly to: number;
}

export interface HistoryRow {
  /** Epoch ms. */
  readonly ts: number;
  /** In the order of the columns asked for: the number as the database prints it, or null. */
  readonly values: readonly (string | null)[];
}

export type HistoryColumn = MeasurementColumn | EnergyRegisterColumn;

/** Names of columns come from the lists of `reading-columns.ts` only, never from a request. */
type Columns = readonly HistoryColumn[];

const SPAN = 'customer_id = $1 and device_id = $2 and ts >= $3 and ts < $4';

function spanParameters({ customerId, deviceId, from, to }: HistorySpan): unknown[] {
  return [customerId, deviceId, new Date(from), new Date(to)];
}

export async function countReadings(executor: Executor, span: HistorySpan): Promise<number> {
  const result = await executor.executeQuery<{ count: number }>(
    CompiledQuery.raw(`select count(*) from ${span.table} where ${SPAN}`, spanParameters(span)),
  );
  return result.rows[0]!.count;
}

/** The newest `limit` rows of the span after passing over `offset`. */
export async function readSlice(
  executor: Executor,
  span: HistorySpan,
  columns: Columns,
  limit: number,
  offset: number,
): Promise<HistoryRow[]> {
  const values = columns.map((column, i) => `${column}::text as v${i}`);
  const result = await executor.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(
      `select ${['ts', ...values].join(', ')} from ${span.table}
      where ${SPAN} order by ts desc limit $5 offset $6`,
      [...spanParameters(span), limit, offset],
    ),
  );
  return result.rows.map((row) => ({
    ts: row.ts as number,
    values: columns.map((_, i) => row[`v${i}`] as string | null),
  }));
}

/**
 * The span in columns of `columnMs`, newest first: of each the smallest value of every field in
 * one row, at the time of its first reading, and the largest in another, at the time of its last.
 * A column with one reading is that reading; one without readings is not there.
 */
export async function readThinned(
  executor: Executor,
  span: HistorySpan,
  columns: Columns,
  columnMs: number,
): Promise<{ rows: HistoryRow[]; readings: number }> {
  const extremes = columns.flatMap((column, i) => [
    `min(${column})::text as lo${i}`,
    `max(${column})::text as hi${i}`,
  ]);
  const result = await executor.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(
      `select count(*)::int4 as readings, min(ts) as first, max(ts) as last
        ${extremes.map((extreme) => `, ${extreme}`).join('')}
      from ${span.table} where ${SPAN}
      group by date_bin($5::interval, ts, $3::timestamptz) order by 2 desc`,
      [...spanParameters(span), `${columnMs} milliseconds`],
    ),
  );
  const rows: HistoryRow[] = [];
  let readings = 0;
  for (const row of result.rows) {
    const pick = (extreme: 'lo' | 'hi') =>
      columns.map((_, i) => row[`${extreme}${i}`] as string | null);
    const count = row.readings as number;
    readings += count;
    if (count > 1) rows.push({ ts: row.last as number, values: pick('hi') });
    rows.push({ ts: row.first as number, values: pick('lo') });
  }
  return { rows, readings };
}
