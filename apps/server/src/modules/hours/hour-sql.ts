/**
 * The statement that makes hours of the readings of a device, raw or thinned: $1 customer, $2
 * device, [$3, $4) whole hours.
 */
import { hourTable } from '../../storage/partitions.ts';
import { measurementColumns } from '../../storage/reading-columns.ts';

export const HOUR = "interval '1 hour'";

const OF_DEVICE = 'customer_id = $1 and device_id = $2 and ts >= $3 and ts < $4';
const ends = (column: string) => ['min', 'mean', 'max'].map((end) => `${column}_${end}`);
const names = [
  ...['customer_id', 'device_id', 'ts', 'readings', 'first_at', 'last_at'],
  ...measurementColumns.flatMap(ends),
].join(', ');

/** Quarter hours weigh what they hold; their first and last readings are not known any more. */
function sourceOf(withQuarters: boolean): string {
  const raw = measurementColumns.map((column) =>
    ends(column)
      .map((name) => `${column} as ${name}`)
      .join(', '),
  );
  const quarters = measurementColumns.flatMap(ends);
  return [
    `select ts, 1 as readings, ${raw.join(', ')} from measurement where ${OF_DEVICE}`,
    ...(withQuarters
      ? [`select ts, readings, ${quarters.join(', ')} from measurement_quarter where ${OF_DEVICE}`]
      : []),
  ].join(' union all ');
}

export const CLEAR_HOURS = `delete from ${hourTable} where ${OF_DEVICE}`;

/** As many digits as the values themselves have. */
const meanOf = (column: string): string => `(sum(${column}_mean::float8 * readings)
  / sum(readings) filter (where ${column}_mean is not null))::real`;

export function makeHours(withQuarters: boolean): string {
  const kept = measurementColumns.flatMap((column) => [
    `min(${column}_min)`,
    withQuarters ? meanOf(column) : `avg(${column}_mean)::real`,
    `max(${column}_max)`,
  ]);
  return `insert into ${hourTable} (${names})
    select $1::int4, $2::int4, date_bin(${HOUR}, ts, timestamptz 'epoch'), sum(readings), min(ts),
      max(ts), ${kept.join(', ')}
    from (${sourceOf(withQuarters)}) source group by 3`;
}
