/** Counts of alarms, read from the stored sums; only the current day is counted row by row. */
import type { DaySpan } from '@busbar/domain/consumption/elapsed-part';
import type { LocalDate } from '@busbar/domain/local-date';
import { sql } from 'kysely';
import { instant } from '../../storage/column-types.ts';
import { type Executor, type Read, read } from '../../storage/database.ts';
import { isOfCounted } from '../shared/counted-device-queries.ts';
import { inGroups } from './alarm-scope-queries.ts';

/** The stored sums contain no alarms of simulated devices; counted rows must not either. */
const COUNTED = isOfCounted(sql`a.customer_id`, sql`a.device_id`);

/** Customer and groups whose alarms are counted; without `groups`, the whole customer. */
export interface Counting {
  readonly customerId: number;
  readonly groups: readonly number[] | undefined;
}

export type CountPeriod = 'day' | 'month' | 'year';

export interface TypeCount {
  readonly type: string;
  readonly kind: 'alarm' | 'warning';
  readonly alarms: number;
}

/** Counts alarms by type for the whole day, month or year that begins on `start`. */
export async function countTypes(
  db: Executor,
  { customerId, groups }: Counting,
  period: CountPeriod,
  start: LocalDate,
): Promise<TypeCount[]> {
  const { rows } = await sql<TypeCount>`
    select s.alarm_type as type, s.kind, sum(s.alarms)::bigint as alarms
    from alarm_group_sum s
    where s.customer_id = ${customerId} and s.period = ${period}
      and s.start_day = ${start}::date and ${inGroups(sql`s.group_id`, groups)}
    group by 1, 2`.execute(db);
  return rows;
}

/** Counts the alarms of whole days or whole months; monthly sums have fewer rows. */
export async function countWhole(
  db: Executor,
  { customerId, groups }: Counting,
  period: 'day' | 'month',
  span: DaySpan,
): Promise<number> {
  const { rows } = await sql<{ alarms: number }>`
    select coalesce(sum(s.alarms), 0)::bigint as alarms
    from alarm_group_sum s
    where s.customer_id = ${customerId} and s.period = ${period}
      and s.start_day >= ${span.from}::date and s.start_day < ${span.to}::date
      and s.kind = 'alarm'
      and ${inGroups(sql`s.group_id`, groups)}`.execute(db);
  return rows[0]?.alarms ?? 0;
}

/** Counts the rows of alarms opened in [from, to), epoch ms. */
export async function countOpened(
  db: Executor,
  { customerId, groups }: Counting,
  from: number,
  to: number,
): Promise<number> {
  const { rows } = await sql<{ alarms: number }>`
    select count(*) as alarms
    from alarm a
    where a.customer_id = ${customerId} and a.deleted_at is null
      and a.opened_at >= ${instant(from)} and a.opened_at < ${instant(to)}
      and a.kind = 'alarm' and ${COUNTED}
      and ${inGroups(sql`a.group_id`, groups)}`.execute(db);
  return rows[0]?.alarms ?? 0;
}

/** Counts alarms and warnings that are still active, independent of their start. */
export async function countActive(db: Executor, { customerId, groups }: Counting): Promise<number> {
  const { rows } = await sql<{ alarms: number }>`
    select count(*) as alarms from alarm a
    where a.customer_id = ${customerId} and a.ended_at is null and a.deleted_at is null
      and ${COUNTED} and ${inGroups(sql`a.group_id`, groups)}`.execute(db);
  return rows[0]?.alarms ?? 0;
}

export interface PriorityCount {
  readonly priority: number;
  readonly alarms: number;
  /** Start of the oldest, epoch ms. */
  readonly oldestAt: number;
}

/** Active alarms and warnings by priority, most urgent first; empty if none is active. */
export function activeByPriority({ customerId, groups }: Counting): Read<PriorityCount[]> {
  const query = sql<PriorityCount>`
    select a.priority, count(*) as alarms, min(a.opened_at) as "oldestAt" from alarm a
    where a.customer_id = ${customerId} and a.ended_at is null and a.deleted_at is null
      and ${COUNTED} and ${inGroups(sql`a.group_id`, groups)}
    group by a.priority order by a.priority`;
  return read(query, (rows) => [...rows]);
}

export interface DeviceCount {
  readonly deviceName: string;
  readonly deviceCode: string;
  readonly alarms: number;
}

/** Returns the devices with the highest counts first. Names are read for the result only. */
export async function countDevices(
  db: Executor,
  { customerId, groups }: Counting,
  period: CountPeriod,
  start: LocalDate,
  limit: number,
): Promise<DeviceCount[]> {
  const inside =
    groups === undefined
      ? sql`true`
      : sql`device_id in (select device_id from device where customer_id = ${customerId}
          and ${inGroups(sql`group_id`, groups)})`;
  const { rows } = await sql<DeviceCount>`
    select d.name as "deviceName", d.device_code as "deviceCode", s.alarms
    from (
      select device_id, alarms from alarm_device_sum
      where customer_id = ${customerId} and period = ${period} and start_day = ${start}::date
        and alarms > 0 and ${inside}
      order by alarms desc fetch first (${limit}::int4) rows with ties
    ) s
    join device d on d.customer_id = ${customerId} and d.device_id = s.device_id
    order by s.alarms desc, d.name collate "C", s.device_id limit ${limit}`.execute(db);
  return rows;
}
