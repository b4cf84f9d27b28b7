/**
 * Readings of one device over a time span, newest first. Long results are read in slices along the
 * key (each starts where the last ended), so that a slow client holds neither a connection nor a
 * snapshot.
 */
import type { TimeColumns } from '@busbar/domain/device/time-columns';
import { CompiledQuery } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { epochMs } from '../../../storage/epoch-seconds.ts';
import type { MeasurementColumn } from '../../../storage/reading-columns.ts';
import {
  aggregatesOf,
  quartersOf,
  readingsOf,
  rowsOf,
  spanParameters,
} from './history-row-queries.ts';
import type { HistoryColumn, HistorySpan } from './history-span.ts';
import { type HistorySlice, readTexts } from './history-text-queries.ts';
import { inHourColumns } from './hour-column-queries.ts';

/** Column names come from the lists of `reading-columns.ts` only, never from a request. */
type Columns = readonly HistoryColumn[];

/** Minimum interval length at which a separate index lookup per interval is worthwhile, ms. */
const READ_ALONE_MS = 3_600_000;

const asSeconds = (instant: string): string => `date_part('epoch', ${instant})`;
const asEpochMs = (seconds: string): number => epochMs(Number(seconds));

export async function countReadings(executor: Executor, span: HistorySpan): Promise<number> {
  const result = await executor.executeQuery<{ count: number }>(
    CompiledQuery.raw(`select count(*) from ${rowsOf(span, [])}`, spanParameters(span)),
  );
  return result.rows[0]!.count;
}

/** Returns the newest `limit` readings of the span after skipping `offset`. */
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
    `select ${['ts', ...columns].join(', ')} from ${rowsOf(span, columns)}
      order by ts desc limit $5 offset $6`,
    [...spanParameters(span), limit, offset],
  );
  return { times: times.map(asEpochMs), values };
}

/** Mean of every field in each time interval; the time is the start of the interval. */
export interface ColumnMeans extends HistorySlice {
  /** Number of readings in the interval, with and without a value. */
  readonly readings: readonly number[];
}

/**
 * Reads the span in time intervals, newest first: for each the maximum of every field, at the time
 * of the interval's last reading, then the minimum, at the time of its first reading. An interval
 * with one reading yields that reading; an interval without readings is omitted.
 */
export async function readThinned(
  executor: Executor,
  span: HistorySpan,
  columns: Columns,
  cut: TimeColumns,
): Promise<{ extremes: HistorySlice; means: ColumnMeans }> {
  const of = (name: string) => columns.map((_, i) => `${name}${i}`);
  const { source, parameters } = columnsOf(span, columns, cut);
  const [counts = [], begins = [], firsts = [], lasts = [], ...values] = await readTexts(
    executor,
    [
      'readings',
      ...['begins', 'first', 'last'].map(asSeconds),
      ...of('lo'),
      ...of('hi'),
      // Rounds the mean to the precision of the values.
      ...of('mean').map((mean) => `${mean}::real`),
    ],
    source,
    parameters,
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

/** Returns the statement for `readThinned`, with hourly aggregates if they are available. */
function columnsOf(span: HistorySpan, columns: Columns, { origin, columnMs }: TimeColumns) {
  const parameters = [...spanParameters(span), `${columnMs} milliseconds`, new Date(origin)];
  if (span.computed !== undefined) {
    return {
      source: inHourColumns(span, columns as readonly MeasurementColumn[]),
      parameters: [...parameters, new Date(span.computed.from), new Date(span.computed.to)],
    };
  }
  const aggregates = `${readingsOf(span)} as readings, min(ts) as first, max(ts) as last,
    ${aggregatesOf(span, columns).join(', ')}`;
  return { source: inColumns(aggregates, quartersOf(span, columns), columnMs), parameters };
}

/**
 * Returns a statement that computes `aggregates` over the rows of `source` per time interval
 * (`begins`). Short intervals are grouped in one scan. Long ones are read separately along the key,
 * which costs half: nothing is sorted, and sorting a year of readings spills to disk.
 */
function inColumns(aggregates: string, source: string, columnMs: number): string {
  if (columnMs < READ_ALONE_MS) {
    return `select date_bin($5::interval, ts, $6::timestamptz) as begins, ${aggregates}
      from ${source} group by begins order by begins desc`;
  }
  // An interval that starts before the span is reported with the start of the span.
  return `select greatest(column_from, $3::timestamptz) as begins, of_column.*
    from generate_series($6::timestamptz, $4::timestamptz, $5::interval) column_from
    cross join lateral (select ${aggregates} from ${source}
      where ts >= column_from and ts < column_from + $5::interval) of_column
    where readings > 0 order by begins desc`;
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
