/** Counts of alarms, out of the sums; only the running day is counted by its rows. */
import type { DaySpan } from '@busbar/domain/consumption/elapsed-part';
import type { LocalDate } from '@busbar/domain/local-date';
import { sql } from 'kysely';
import type { Scope } from '../../caller.ts';
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';

export type CountPeriod = 'day' | 'month' | 'year';

export interface TypeCount {
  readonly type: string;
  readonly kind: 'alarm' | 'warning';
  readonly alarms: number;
}

/** Of the whole period that begins on the day. */
export async function countTypes(
  db: Executor,
  scope: Scope,
  period: CountPeriod,
  start: LocalDate,
): Promise<TypeCount[]> {
  const { rows } = await sql<TypeCount>`
    select s.alarm_type as type, s.kind, sum(s.alarms)::bigint as alarms
    from alarm_group_sum s
    join user_group g on g.customer_id = s.customer_id and g.group_id = s.group_id
    where s.customer_id = ${scope.customerId} and s.period = ${period}
      and s.start_day = ${start}::date and g.path @> array[${scope.groupId}::integer]
    group by 1, 2`.execute(db);
  return rows;
}

/** Alarms of every type but one, over whole days or months, of which there are fewer rows. */
export async function countWhole(
  db: Executor,
  scope: Scope,
  period: 'day' | 'month',
  span: DaySpan,
  notType: string,
): Promise<number> {
  const { rows } = await sql<{ alarms: number }>`
    select coalesce(sum(s.alarms), 0)::bigint as alarms
    from alarm_group_sum s
    join user_group g on g.customer_id = s.customer_id and g.group_id = s.group_id
    where s.customer_id = ${scope.customerId} and s.period = ${period}
      and s.start_day >= ${span.from}::date and s.start_day < ${span.to}::date
      and s.kind = 'alarm' and s.alarm_type <> ${notType}
      and g.path @> array[${scope.groupId}::integer]`.execute(db);
  return rows[0]?.alarms ?? 0;
}

/** The same by the rows, opened in [from, to), epoch ms. */
export async function countOpened(
  db: Executor,
  scope: Scope,
  from: number,
  to: number,
  notType: string,
): Promise<number> {
  const { rows } = await sql<{ alarms: number }>`
    select count(*) as alarms
    from alarm a
    join user_group g on g.customer_id = a.customer_id and g.group_id = a.group_id
    where a.customer_id = ${scope.customerId} and a.deleted_at is null
      and a.opened_at >= ${instant(from)} and a.opened_at < ${instant(to)}
      and a.kind = 'alarm' and a.alarm_type <> ${notType}
      and g.path @> array[${scope.groupId}::integer]`.execute(db);
  return rows[0]?.alarms ?? 0;
}

export interface DeviceCount {
  readonly deviceName: string;
  readonly deviceCode: string;
  readonly alarms: number;
}

/** Most first. */
export async function countDevices(
  db: Executor,
  scope: Scope,
  period: CountPeriod,
  start: LocalDate,
  limit: number,
): Promise<DeviceCount[]> {
  const { rows } = await sql<DeviceCount>`
    select d.name as "deviceName", d.device_code as "deviceCode", s.alarms
    from alarm_device_sum s
    join device d on d.customer_id = ${scope.customerId} and d.device_id = s.device_id
    join user_group g on g.customer_id = ${scope.customerId} and g.group_id = d.group_id
    where s.customer_id = ${scope.customerId} and s.period = ${period}
      and s.start_day = ${start}::date and s.alarms > 0 and g.path @> array[${scope.groupId}::integer]
    order by s.alarms desc, d.name collate "C", s.device_id limit ${limit}`.execute(db);
  return rows;
}
