/**
 * SQL statement that aggregates the readings of a device, raw or thinned, into hours: $1 customer,
 * $2 device, [$3, $4) whole hours.
 */
import { hourTable } from '../../../storage/partitions.ts';
import { measurementColumns } from '../../../storage/reading-columns.ts';

export const HOUR = "interval '1 hour'";

const OF_DEVICE = 'customer_id = $1 and device_id = $2 and ts >= $3 and ts < $4';
const ends = (column: string) => ['min', 'mean', 'max'].map((end) => `${column}_${end}`);
const names = [
  ...['customer_id', 'device_id', 'ts', 'readings', 'first_at', 'last_at'],
  ...measurementColumns.flatMap(ends),
].join(', ');

/**
 * Selects from both tables, independent of the progress of thinning: a reading is in exactly one of
 * them, and one statement sees it exactly once. Quarter hours are weighted by their number of
 * readings; the times of their first and last readings are no longer available.
 */
function source(): string {
  const raw = measurementColumns.map((column) =>
    ends(column)
      .map((name) => `${column} as ${name}`)
      .join(', '),
  );
  return `select ts, 1 as readings, ${raw.join(', ')} from measurement where ${OF_DEVICE}
    union all select ts, readings, ${measurementColumns.flatMap(ends).join(', ')}
    from measurement_quarter where ${OF_DEVICE}`;
}

export const CLEAR_HOURS = `delete from ${hourTable} where ${OF_DEVICE}`;

/** Rounds the mean to the precision of the values. */
const meanOf = (column: string): string => `(sum(${column}_mean::float8 * readings)
  / sum(readings) filter (where ${column}_mean is not null))::real`;

const AGGREGATES = measurementColumns.flatMap((column) => [
  `min(${column}_min)`,
  meanOf(column),
  `max(${column}_max)`,
]);

export const MAKE_HOURS = `insert into ${hourTable} (${names})
  select $1::int4, $2::int4, date_bin(${HOUR}, ts, timestamptz 'epoch'), sum(readings), min(ts),
    max(ts), ${AGGREGATES.join(', ')}
  from (${source()}) source group by 3`;
