/**
 * The thinning statements: one statement deletes raw readings of a device and writes their thinned
 * form, so each reading is in exactly one of the two and an interruption never counts it twice.
 */
import {
  energyRegisterColumns,
  measurementColumns,
  readingKeyColumns,
} from '../../../storage/reading-columns.ts';

export const QUARTER = "interval '15 minutes'";
const QUARTER_OF_TS = `date_bin(${QUARTER}, ts, timestamptz 'epoch')`;
const TAKE = (month: string) => `with taken as (
    delete from "${month}" where customer_id = $1 and device_id = $2 and ts >= $3 and ts < $4
    returning *)`;

/**
 * Merges a late measurement into the thinned quarter hour. The mean is weighted by the number of
 * readings, including those that did not report the quantity.
 */
export function thinMeasurements(month: string): string {
  const aggregates = measurementColumns.flatMap((column) => [
    [`${column}_min`, `min(${column})`, least(column, 'min', 'least')],
    [`${column}_mean`, `avg(${column})::real`, jointMean(column)],
    [`${column}_max`, `max(${column})`, least(column, 'max', 'greatest')],
  ]);
  return `${TAKE(month)}
    insert into measurement_quarter as q
      (customer_id, device_id, ts, readings, ${aggregates.map(([name]) => name).join(', ')})
    select customer_id, device_id, ${QUARTER_OF_TS}, count(*),
      ${aggregates.map(([, value]) => value).join(', ')}
    from taken group by 1, 2, 3
    on conflict (customer_id, device_id, ts) do update set
      readings = q.readings + excluded.readings,
      ${aggregates.map(([name, , joint]) => `${name} = ${joint}`).join(', ')}`;
}

function least(column: string, end: 'min' | 'max', of: 'least' | 'greatest'): string {
  return `${of}(q.${column}_${end}, excluded.${column}_${end})`;
}

function jointMean(column: string): string {
  const [own, other] = [`q.${column}_mean`, `excluded.${column}_mean`];
  return `coalesce(((${own}::float8 * q.readings + ${other}::float8 * excluded.readings)
    / (q.readings + excluded.readings))::real, ${own}, ${other})`;
}

/** Retains the last register of each quarter hour unchanged. */
export function thinRegisters(month: string): string {
  const columns = [...readingKeyColumns, ...energyRegisterColumns].join(', ');
  return `${TAKE(month)}
    insert into energy_register_quarter (${columns})
    select distinct on (${QUARTER_OF_TS}) ${columns} from taken
    order by ${QUARTER_OF_TS}, ts desc
    on conflict (customer_id, device_id, ts) do nothing`;
}
