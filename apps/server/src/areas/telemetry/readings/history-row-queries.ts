/**
 * Source of the readings of a span: the raw table, or, if the span includes thinned data, raw
 * readings and quarter hours combined as one table. A reading is in exactly one of the two.
 */
import { quarterTables } from '../../../storage/partitions.ts';
import type { HistoryColumn, HistorySpan } from './history-span.ts';

type Columns = readonly HistoryColumn[];

const SPAN = 'customer_id = $1 and device_id = $2 and ts >= $3 and ts < $4';

/** Returns the first four parameters of a statement over `rowsOf` or `quartersOf`. */
export function spanParameters({ customerId, deviceId, from, to }: HistorySpan): unknown[] {
  return [customerId, deviceId, new Date(from), new Date(to)];
}

function reachesThinned({ from, thinnedBefore }: HistorySpan): boolean {
  return thinnedBefore !== undefined && from < thinnedBefore;
}

/**
 * Returns a FROM item with `ts` and the columns; a quarter hour of measurements is a row with its
 * start and its means.
 */
export function rowsOf(span: HistorySpan, columns: Columns): string {
  const { table } = span;
  const raw = ['ts', ...columns].join(', ');
  const select = (names: string, from: string) => `select ${names} from ${from} where ${SPAN}`;
  if (!reachesThinned(span)) return `(${select(raw, table)}) source`;
  const means = columns.map((column) => `${column}_mean as ${column}`);
  const stored = table === 'measurement' ? ['ts', ...means].join(', ') : raw;
  return `(${select(raw, table)} union all ${select(stored, quarterTables[table])}) source`;
}

const isMixed = (span: HistorySpan): boolean =>
  span.table === 'measurement' && reachesThinned(span);

/**
 * Like `rowsOf`, for `readingsOf` and `aggregatesOf`: quarter hours of measurements include
 * minimum, maximum and number of readings.
 */
export function quartersOf(span: HistorySpan, columns: Columns): string {
  if (!isMixed(span)) return rowsOf(span, columns);
  const raw = columns.map(
    (column) =>
      `${column} as ${column}_min, ${column} as ${column}_mean, ${column} as ${column}_max`,
  );
  const stored = columns.map((column) => `${column}_min, ${column}_mean, ${column}_max`);
  return `(select ts, 1 as readings, ${raw.join(', ')} from measurement where ${SPAN}
    union all select ts, readings, ${stored.join(', ')} from measurement_quarter where ${SPAN}) source`;
}

/** SQL expression for the number of raw readings in a group of `quartersOf`. */
export function readingsOf(span: HistorySpan): string {
  return isMixed(span) ? 'sum(readings)' : 'count(*)';
}

/** SQL expressions `lo<i>`, `hi<i>`, `mean<i>` for a group of `quartersOf`. */
export function aggregatesOf(span: HistorySpan, columns: Columns): string[] {
  return columns.map((column, i) =>
    isMixed(span)
      ? `min(${column}_min) as lo${i}, max(${column}_max) as hi${i},
        sum(${column}_mean::float8 * readings)
          / sum(readings) filter (where ${column}_mean is not null) as mean${i}`
      : `min(${column}) as lo${i}, max(${column}) as hi${i}, avg(${column}) as mean${i}`,
  );
}
