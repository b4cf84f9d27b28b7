/** Rows of reports from the database, queried with separate SQL of the tests. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../src/storage/database.ts';
import type { OfficeCell } from './office.ts';
import { OFFICE_ZONE } from './office-fixture.ts';

/** Local time and local day, `YYYY-MM-DD HH:mm:ss` and `YYYY-MM-DD`. */
export type StoredCell =
  | string
  | number
  | null
  | { readonly time: string }
  | { readonly day: string };

/** Builds one cell of each kind, so that a column declares its type in SQL. */
const time = (at: RawBuilder<unknown>) =>
  sql`json_build_object('time', to_char(${at} at time zone ${OFFICE_ZONE}, 'YYYY-MM-DD HH24:MI:SS'))`;
const day = (of: RawBuilder<unknown>) =>
  sql`json_build_object('day', to_char(${of}, 'YYYY-MM-DD'))`;

/** Days [from, to) of all devices. */
export interface StoredSpan {
  readonly customerId: number;
  readonly from: string;
  readonly to: string;
}

async function cellsOf({ db }: Database, query: RawBuilder<unknown>): Promise<StoredCell[][]> {
  const { rows } = await (query as RawBuilder<{ cells: StoredCell[] }>).execute(db);
  return rows.map(({ cells }) => cells);
}

export function storedAlarms(database: Database, { customerId, from, to }: StoredSpan) {
  return cellsOf(
    database,
    sql`select json_build_array(${time(sql`a.opened_at`)}, d.name, d.device_code,
        case a.alarm_type when 'overVoltage' then 'Over-voltage'
          when 'overTemp' then 'Over-temperature' when 'deviceOffline' then 'Device offline'
          when 'lampFault' then 'Lamp fault' when 'phaseLoss' then 'Lost phase' end,
        case a.kind when 'alarm' then 'Alarm' else 'Warning' end, a.priority, a.phase,
        a.last_value, a.peak_value, a.limit_value,
        case a.alarm_type when 'overTemp' then '°C' when 'overVoltage' then 'V'
          when 'phaseLoss' then 'V' else '' end,
        a.count, case when a.ended_at is not null then ${time(sql`a.ended_at`)} end,
        case when a.handled_at is null then 'no' else 'yes' end, a.handled_by_name,
        a.handled_note, a.log_detail) as cells
      from alarm a join device d using (customer_id, device_id)
      where a.customer_id = ${customerId} and a.deleted_at is null
        and (a.opened_at at time zone ${OFFICE_ZONE})::date >= ${from}::date
        and (a.opened_at at time zone ${OFFICE_ZONE})::date < ${to}::date
      order by a.opened_at desc, a.alarm_id desc`,
  );
}

export function storedEnergy(database: Database, { customerId, from, to }: StoredSpan) {
  return cellsOf(
    database,
    sql`select json_build_array(${day(sql`e.day`)}, d.name, d.device_code, e.energy_wh / 1000.0,
        e.sharp_wh / 1000.0, e.peak_wh / 1000.0, e.off_peak_wh / 1000.0, e.valley_wh / 1000.0,
        (e.fee_sharp + e.fee_peak + e.fee_off_peak + e.fee_valley) / 100.0, e.fee_sharp / 100.0,
        e.fee_peak / 100.0, e.fee_off_peak / 100.0, e.fee_valley / 100.0, r.name, e.rate_version,
        concat_ws(', ', case when not e.final then 'provisional' end,
          case when e.estimated then 'estimated' end)) as cells
      from energy_day e join device d using (customer_id, device_id)
      join rate r on r.customer_id = e.customer_id and r.rate_id = e.rate_id
      where e.customer_id = ${customerId} and e.channel = 'activeTotal'
        and e.day >= ${from}::date and e.day < ${to}::date
      order by d.name collate "C", d.device_id, e.day`,
  );
}

interface StoredPeriod {
  readonly customerId: number;
  /** The first day and the last day. */
  readonly start: string;
  readonly end: string;
  readonly state: 'Closed' | 'Ended, not closed' | 'Running';
}

/** A closed period has stored lines; the lines of another period are the sums of its days. */
export async function storedBill(
  database: Database,
  { customerId, start, end, state }: StoredPeriod,
): Promise<StoredCell[][]> {
  const band = (name: string, wh: string, fee: string, price: string) => sql`
    select device_id, rate_id, rate_version, ${name} as band, sum(${sql.ref(wh)}) as wh,
      sum(${sql.ref(fee)}) as amount, max(${sql.ref(`v.${price}`)}) as price
    from energy_day e join rate_version v using (customer_id, rate_id)
    where customer_id = ${customerId} and channel = 'activeTotal' and v.version = e.rate_version
      and day between ${start}::date and ${end}::date
    group by 1, 2, 3`;
  const lines =
    state === 'Closed'
      ? sql`select device_id, rate_id, rate_version, band, energy_wh as wh, amount, price
          from bill_line where customer_id = ${customerId} and start_day = ${start}::date`
      : sql.join(
          [
            band('sharp', 'sharp_wh', 'fee_sharp', 'price_sharp'),
            band('peak', 'peak_wh', 'fee_peak', 'price_peak'),
            band('offPeak', 'off_peak_wh', 'fee_off_peak', 'price_off_peak'),
            band('valley', 'valley_wh', 'fee_valley', 'price_valley'),
          ],
          sql` union all `,
        );
  const head = sql`${day(sql`${start}::date`)}, ${day(sql`${end}::date`)}, ${state}::text`;
  const used = await cellsOf(
    database,
    sql`select json_build_array(${head}, 'Line', d.name, d.device_code, r.name, line.rate_version,
        case line.band when 'offPeak' then 'off-peak' else line.band end, line.price,
        line.wh / 1000.0, line.amount / 100.0) as cells
      from (${lines}) line
      join device d on d.customer_id = ${customerId} and d.device_id = line.device_id
      join rate r on r.customer_id = ${customerId} and r.rate_id = line.rate_id
      where line.wh <> 0 or line.amount <> 0
      order by d.name collate "C", d.device_id, line.rate_version, case line.band
        when 'sharp' then 1 when 'peak' then 2 when 'offPeak' then 3 else 4 end`,
  );
  const carried = await cellsOf(
    database,
    sql`select json_build_array(${head}, 'Adjustment', d.name, d.device_code, null, null, null, null,
        a.energy_wh / 1000.0, a.amount / 100.0,
        concat(a.of_start_day, ' – ', (a.of_start_day + interval '1 month' - interval '1 day')::date),
        case a.reason when 'correction' then 'Correction by an administrator'
          else 'Late readings' end) as cells
      from bill_adjustment a join device d using (customer_id, device_id)
      where a.customer_id = ${customerId} and a.in_start_day = ${start}::date
      order by d.name collate "C", a.bill_adjustment_id`,
  );
  return [...used, ...carried];
}

/**
 * The cells as the program must show them. In CSV, text that it would evaluate has an apostrophe.
 */
export function asOpened(
  rows: readonly (readonly StoredCell[])[],
  format: 'csv' | 'xlsx',
): OfficeCell[][] {
  return rows.map((row) => {
    const cells = row.map((cell): OfficeCell => {
      if (cell === null || cell === '') return null;
      if (typeof cell === 'number') return cell;
      if (typeof cell === 'string') {
        return format === 'csv' && /^[=+\-@＝]/.test(cell) ? `'${cell}` : cell;
      }
      return { moment: 'day' in cell ? cell.day : cell.time.replace(' ', 'T') };
    });
    return cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1);
  });
}
