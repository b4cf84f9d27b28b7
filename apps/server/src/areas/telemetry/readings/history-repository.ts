/**
 * Readings of one device over a span, newest first. Long answers are read by slices along the key
 * (each begins where the last ended), so that a slow reader holds neither a connection nor a
 * snapshot.
 */
import type { TimeColumns } from '@busbar/domain/device/time-columns';
import { CompiledQuery } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { epochMs } from '../../../storage/epoch-seconds.ts';
import type { MeasurementColumn } from '../../../storage/reading-columns.ts';
import { aggregatesOf, quartersOf, readingsOf, rowsOf, spanParameters } from './history-rows.ts';
import { type HistorySlice, readTexts } from './history-slice.ts';
import type { HistoryColumn, HistorySpan } from './history-span.ts';
import { inHourColumns } from './hour-columns.ts';

/** Names of columns come from the lists of `reading-columns.ts` only, never from a request. */
type Columns = readonly HistoryColumn[];

/** From here on a column holds readings enough to be worth a way of its own into the index. */
const READ_ALONE_MS = 3_600_000;

const asSeconds = (instant: string): string => `date_part('epoch', ${instant})`;
const asEpochMs = (seconds: string): number => epochMs(Number(seconds));

export async function countReadings(executor: Executor, span: HistorySpan): Promise<number> {
  const result = await executor.executeQuery<{ count: number }>(
    CompiledQuery.raw(`select count(*) from ${rowsOf(span, [])}`, spanParameters(span)),
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
    `select ${['ts', ...columns].join(', ')} from ${rowsOf(span, columns)}
      order by ts desc limit $5 offset $6`,
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
 * The span in columns of time, newest first. Of each the largest value of every field, at the
 * time of its last reading, then the smallest, at the time of its first. A column with one reading
 * is that reading; one without readings is not there.
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
      // As many digits as the values themselves have.
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

/** The statement behind `readThinned`, of hours where they are made. */
function columnsOf(span: HistorySpan, columns: Columns, { origin, columnMs }: TimeColumns) {
  const parameters = [...spanParameters(span), `${columnMs} milliseconds`, new Date(origin)];
  if (span.made !== undefined) {
    return {
      source: inHourColumns(span, columns as readonly MeasurementColumn[]),
      parameters: [...parameters, new Date(span.made.from), new Date(span.made.to)],
    };
  }
  const aggregates = `${readingsOf(span)} as readings, min(ts) as first, max(ts) as last,
    ${aggregatesOf(span, columns).join(', ')}`;
  return { source: inColumns(aggregates, quartersOf(span, columns), columnMs), parameters };
}

/**
 * `aggregates` over the rows of `source` by columns of time, `begins`. Readings are sorted into
 * columns as they come; where columns are long each is read by itself along the key, which costs
 * half: nothing is sorted, and a sort of a year's readings goes to the disk.
 */
function inColumns(aggregates: string, source: string, columnMs: number): string {
  if (columnMs < READ_ALONE_MS) {
    return `select date_bin($5::interval, ts, $6::timestamptz) as begins, ${aggregates}
      from ${source} group by begins order by begins desc`;
  }
  // A column that begins before the span is told to begin with it.
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
