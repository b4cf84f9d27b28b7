/**
 * Time intervals of whole hours, built from hourly aggregates; the time before and after the
 * aggregated hours is computed from the readings themselves.
 */
import type { MeasurementColumn } from '../../../storage/reading-columns.ts';
import type { HistorySpan } from './history-span.ts';

type Columns = readonly MeasurementColumn[];

/**
 * Returns a statement over the span [$3, $4) of device $2 of customer $1, in which the hours [$7,
 * $8) are aggregated, in intervals of $5 starting at $6. Its columns are `begins`, `readings`,
 * `first`, `last`, and `lo<i>`, `hi<i>`, `mean<i>`.
 */
export function inHourColumns({ thinnedBefore }: HistorySpan, columns: Columns): string {
  const aggregates = columns.map(
    (column, i) => `min(${column}_min) as lo${i}, max(${column}_max) as hi${i},
      sum(${column}_mean::float8 * readings)
        / sum(readings) filter (where ${column}_mean is not null) as mean${i}`,
  );
  const parts = [
    computedHours(columns),
    ...['ts >= $3 and ts < $7', 'ts >= $8 and ts < $4'].flatMap((at) => [
      rawReadings(columns, at),
      ...(thinnedBefore === undefined ? [] : [quarterHours(columns, at)]),
    ]),
  ];
  return `select greatest(date_bin($5::interval, ts, $6::timestamptz), $3::timestamptz) as begins,
      sum(readings) as readings, min(first_at) as first, max(last_at) as last,
      ${aggregates.join(', ')}
    from (${parts.join(' union all ')}) source group by begins order by begins desc`;
}

const DEVICE = 'customer_id = $1 and device_id = $2';
const endsOf = (columns: Columns): string =>
  columns.map((column) => `${column}_min, ${column}_mean, ${column}_max`).join(', ');

const computedHours = (columns: Columns): string =>
  `select ts, first_at, last_at, readings, ${endsOf(columns)}
    from measurement_hour where ${DEVICE} and ts >= $7 and ts < $8`;

const rawReadings = (columns: Columns, at: string): string => {
  const ends = columns.map(
    (column) =>
      `${column} as ${column}_min, ${column} as ${column}_mean, ${column} as ${column}_max`,
  );
  return `select ts, ts as first_at, ts as last_at, 1 as readings, ${ends.join(', ')}
    from measurement where ${DEVICE} and ${at}`;
};

const quarterHours = (columns: Columns, at: string): string =>
  `select ts, ts as first_at, ts as last_at, readings, ${endsOf(columns)}
    from measurement_quarter where ${DEVICE} and ${at}`;
