/**
 * Readings of one device over a span, newest first. Long answers are read by slices along the key
 * (each begins where the last ended), so that a slow reader holds neither a connection nor a
 * snapshot, and the embedded database is free for others in between.
 */
import { CompiledQuery } from 'kysely';
import type { Executor } from '../../storage/database.ts';
import { epochMs } from '../../storage/epoch-seconds.ts';
import type { EnergyRegisterColumn, MeasurementColumn } from '../../storage/reading-columns.ts';
import { type HistorySlice, readTexts } from './history-slice.ts';

export type HistoryTable = 'measurement' | 'energy_register';

/** Which readings, of [from, to) in epoch ms. */
export interface HistorySpan {
  readonly customerId: number;
  readonly deviceId: number;
  readonly table: HistoryTable;
  readonly from: number;
  readonly to: number;
}

export type HistoryColumn = MeasurementColumn | EnergyRegisterColumn;

/** Names of columns come from the lists of `reading-columns.ts` only, never from a request. */
type Columns = readonly HistoryColumn[];

const SPAN = 'customer_id = $1 and device_id = $2 and ts >= $3 and ts < $4';

function spanParameters({ customerId, deviceId, from, to }: HistorySpan): unknown[] {
  return [customerId, deviceId, new Date(from), new Date(to)];
}

const asSeconds = (instant: string): string => `date_part('epoch', ${instant})`;
const asEpochMs = (seconds: string): number => epochMs(Number(seconds));

export async function countReadings(executor: Executor, span: HistorySpan): Promise<number> {
  const result = await executor.executeQuery<{ count: number }>(
    CompiledQuery.raw(`select count(*) from ${span.table} where ${SPAN}`, spanParameters(span)),
  );
  return result.rows[0]!.count;
}

/** The newest `limit` readings of the span after passing over `offset`. */
export async function readSlice(
  executor: Executor,
  span: HistorySpan,
  columns: Columns,
  limit: number,
  offset: number,
): Promise<HistorySlice> {
  const [times = [], ...values] = await readTexts(
    executor,
    [asSeconds('ts'), ...columns],
    `select ${['ts', ...columns].join(', ')} from ${span.table}
      where ${SPAN} order by ts desc limit $5 offset $6`,
    [...spanParameters(span), limit, offset],
  );
  return { times: times.map(asEpochMs), values };
}

/** The mean of every field in each column of time, at the beginning of the column. */
export interface ColumnMeans extends HistorySlice {
  /** Readings in the column, with and without a value. */
  readonly readings: readonly number[];
}

/**
 * The span in columns of `columnMs`, newest first. Of each the largest value of every field, at the
 * time of its last reading, then the smallest, at the time of its first. A column with one reading
 * is that reading; one without readings is not there.
 */
export async function readThinned(
  executor: Executor,
  span: HistorySpan,
  columns: Columns,
  columnMs: number,
): Promise<{ extremes: HistorySlice; means: ColumnMeans }> {
  const of = (name: string) => columns.map((_, i) => `${name}${i}`);
  const aggregates = columns.map(
    (column, i) => `min(${column}) as lo${i}, max(${column}) as hi${i}, avg(${column}) as mean${i}`,
  );
  const [counts = [], begins = [], firsts = [], lasts = [], ...values] = await readTexts(
    executor,
    [
      'readings',
      ...['begins', 'first', 'last'].map(asSeconds),
      ...of('lo'),
      ...of('hi'),
      // As many digits as the values themselves have.
      ...of('mean').map((mean) => `${mean}::real`),
    ],
    `select count(*) as readings, date_bin($5::interval, ts, $3::timestamptz) as begins,
        min(ts) as first, max(ts) as last, ${aggregates.join(', ')}
      from ${span.table} where ${SPAN} group by begins order by begins desc`,
    [...spanParameters(span), `${columnMs} milliseconds`],
  );
  const readings = counts.map(Number);
  const width = columns.length;
  const lowest = { times: firsts.map(asEpochMs), values: values.slice(0, width) };
  const highest = { times: lasts.map(asEpochMs), values: values.slice(width, 2 * width) };
  return {
    extremes: interleaved(highest, lowest, readings),
    means: { times: begins.map(asEpochMs), values: values.slice(2 * width), readings },
  };
}

function interleaved(
  highest: HistorySlice,
  lowest: HistorySlice,
  readings: readonly number[],
): HistorySlice {
  const pairs = <T>(upper: readonly T[], lower: readonly T[]) => {
    const both: T[] = [];
    for (let i = 0; i < readings.length; i++) {
      if (readings[i]! > 1) both.push(upper[i]!);
      both.push(lower[i]!);
    }
    return both;
  };
  return {
    times: pairs(highest.times, lowest.times),
    values: lowest.values.map((lower, column) => pairs(highest.values[column]!, lower)),
  };
}
