/** Scheduled reports as configured by their owners. SQL only. */
import { may, type Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import type { ReportFormat, ReportType } from '@busbar/domain/report/report-kind';
import type { ReportRhythm, ReportSpan } from '@busbar/domain/report/report-schedule';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { overCustomers } from '../../../storage/distributed/over-customers.ts';
import { waking } from '../../../wake-job.ts';
import { isCustomerActive } from '../../shared/customers/active-customer-queries.ts';

export interface ScheduleSetting {
  readonly type: ReportType;
  readonly format: ReportFormat;
  readonly every: ReportRhythm;
  readonly day: number | null;
  /** `HH:mm` in the customer's zone. */
  readonly at: string;
  readonly span: ReportSpan;
  /** null: the owner's own group. */
  readonly groupId: number | null;
  /** null: every device of the group and its subgroups. */
  readonly deviceIds: readonly number[] | null;
  /** User ids. */
  readonly recipients: readonly number[];
  /** False: the report is only in the recipients' lists of reports. */
  readonly byMail: boolean;
  readonly enabled: boolean;
}

export interface ReportSchedule extends ScheduleSetting {
  readonly customerId: number;
  readonly id: number;
  readonly userId: number;
  /** Reason why the platform paused the schedule. */
  readonly paused: string | null;
  readonly nextAt: number | null;
}

export interface DueSchedule extends ReportSchedule {
  readonly nextAt: number;
  /** IANA zone of the customer. */
  readonly zone: string;
}

const COLUMNS = sql`s.customer_id as "customerId", s.report_schedule_id as id, s.user_id as "userId",
  s.type, s.format, s.rhythm as every, s.on_day as day, s.clock_time as at, s.span,
  s.group_id as "groupId", s.device_ids as "deviceIds", s.recipients, s.by_mail as "byMail",
  s.enabled, s.paused,
  s.next_at as "nextAt"`;

interface Viewer {
  readonly customerId: number;
  readonly userId: number;
  readonly groupId: number;
  readonly role: Role;
  readonly permissions?: readonly Permission[] | null;
}

/**
 * A user can see their own schedules; with permission to manage users also those of all users in
 * the own group and its subgroups.
 */
const seenBy = ({ customerId, userId, groupId, ...holder }: Viewer) => {
  const own = sql`s.customer_id = ${customerId} and s.user_id = ${userId}`;
  if (!may(holder, 'user.manage')) return own;
  return sql`s.customer_id = ${customerId} and (s.user_id = ${userId} or exists (
    select 1 from user_account u
    join user_group g on g.customer_id = u.customer_id and g.group_id = u.group_id
    where u.customer_id = s.customer_id and u.user_id = s.user_id
      and g.path @> array[${groupId}::integer]))`;
};

export async function listSchedules(
  db: Executor,
  viewer: Viewer,
): Promise<(ReportSchedule & { readonly ownerName: string })[]> {
  const { rows } = await sql<ReportSchedule & { readonly ownerName: string }>`
    select ${COLUMNS}, coalesce((select o.user_name from user_account o
      where o.customer_id = s.customer_id and o.user_id = s.user_id), '') as "ownerName"
    from report_schedule s
    where ${seenBy(viewer)}
    order by s.user_id <> ${viewer.userId}, s.report_schedule_id`.execute(db);
  return rows;
}

export async function findSchedule(
  db: Executor,
  viewer: Viewer,
  id: number,
): Promise<ReportSchedule | undefined> {
  const { rows } = await sql<ReportSchedule>`select ${COLUMNS} from report_schedule s
    where ${seenBy(viewer)} and s.report_schedule_id = ${id}`.execute(db);
  return rows[0];
}

/** Locks the customer, so that concurrent users check the limit one after the other. */
export async function countSchedules(trx: Executor, customerId: number): Promise<number> {
  await sql`select 1 from customer where customer_id = ${customerId} for update`.execute(trx);
  const { rows } = await sql<{ count: number }>`select count(*)::int4 as count
    from report_schedule where customer_id = ${customerId}`.execute(trx);
  return rows[0]?.count ?? 0;
}

function columnsOf(setting: ScheduleSetting, now: number) {
  return {
    group_id: setting.groupId,
    device_ids: setting.deviceIds === null ? null : [...setting.deviceIds],
    type: setting.type,
    format: setting.format,
    rhythm: setting.every,
    on_day: setting.day,
    clock_time: setting.at,
    span: setting.span,
    recipients: [...setting.recipients],
    by_mail: setting.byMail,
    enabled: setting.enabled,
    paused: null,
    changed_at: instant(now),
  };
}

/**
 * Returns the customer's zone and locks it until the transaction ends: the first schedule fixes the
 * zone, and a concurrent change waits and then finds the schedule.
 */
export async function lockZone(trx: Executor, customerId: number): Promise<string> {
  const { zone } = await trx
    .selectFrom('customer')
    .innerJoin('zone', 'zone.zone_id', 'customer.zone_id')
    .select('zone.iana_name as zone')
    .where('customer.customer_id', '=', customerId)
    .forShare('customer')
    .executeTakeFirstOrThrow();
  return zone;
}

export async function insertSchedule(
  trx: Executor,
  { customerId, userId }: { readonly customerId: number; readonly userId: number },
  setting: ScheduleSetting,
  nextAt: number | null,
  now: number,
): Promise<number> {
  const { id } = await trx
    .insertInto('report_schedule')
    .values({
      customer_id: customerId,
      user_id: userId,
      ...columnsOf(setting, now),
      next_at: nextAt === null ? null : instant(nextAt),
      created_at: instant(now),
    })
    .returning(['report_schedule_id as id', waking('report-schedules')])
    .executeTakeFirstOrThrow();
  return id;
}

/** `nextAt`: undefined leaves it unchanged. */
export async function updateSchedule(
  db: Executor,
  { customerId, id }: ReportSchedule,
  setting: ScheduleSetting,
  nextAt: number | null | undefined,
  now: number,
): Promise<void> {
  await db
    .updateTable('report_schedule')
    .set({
      ...columnsOf(setting, now),
      ...(nextAt === undefined ? {} : { next_at: nextAt === null ? null : instant(nextAt) }),
    })
    .where('customer_id', '=', customerId)
    .where('report_schedule_id', '=', id)
    .returning(waking('report-schedules'))
    .execute();
}

/** Also deletes its deliveries, so a report that is being generated is no longer sent. */
export async function deleteSchedule(
  trx: Executor,
  { customerId, id }: ReportSchedule,
): Promise<void> {
  for (const table of ['report_delivery', 'report_schedule'] as const) {
    await trx
      .deleteFrom(table)
      .where('customer_id', '=', customerId)
      .where('report_schedule_id', '=', id)
      .execute();
  }
}

/** Claims due schedules; other processes skip them. */
export async function takeDueSchedules(
  trx: Executor,
  now: number,
  most: number,
): Promise<DueSchedule[]> {
  return overCustomers(
    trx,
    sql`select customer_id as "customerId" from report_schedule
      where next_at <= ${instant(now)} order by next_at limit ${most}`,
    (within) => sql<DueSchedule>`
    select ${COLUMNS}, z.iana_name as zone
    from report_schedule s
    join customer c on c.customer_id = s.customer_id and ${isCustomerActive('c', now)}
    join zone z on z.zone_id = c.zone_id
    where s.next_at <= ${instant(now)} and ${within('s')}
    order by s.next_at limit ${most} for update of s skip locked`,
  );
}

/** Returns the time at which the next schedule is due, epoch ms. */
export async function nextScheduleAt(db: Executor, now: number): Promise<number | undefined> {
  const { rows } = await sql<{ at: number }>`
    select s.next_at as at from report_schedule s
    join customer c on c.customer_id = s.customer_id and ${isCustomerActive('c', now)}
    where s.next_at is not null order by s.next_at limit 1`.execute(db);
  return rows[0]?.at;
}

export async function setNextReport(
  trx: Executor,
  { customerId, id }: ReportSchedule,
  nextAt: number | null,
): Promise<void> {
  await sql`update report_schedule set next_at = ${nextAt === null ? null : instant(nextAt)}
    where customer_id = ${customerId} and report_schedule_id = ${id}`.execute(trx);
}

export async function pauseSchedule(
  trx: Executor,
  { customerId, id }: ReportSchedule,
  reason: string,
): Promise<void> {
  await sql`update report_schedule set enabled = false, next_at = null, paused = ${reason}
    where customer_id = ${customerId} and report_schedule_id = ${id}`.execute(trx);
}

/** Returns the codes of those devices that exist and are within the viewer's scope. */
export async function codesOfDevices(
  db: Executor,
  viewer: Viewer,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; code: string }>`
    select d.device_id as id, d.device_code as code
    from device d
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    where d.customer_id = ${viewer.customerId} and d.deleted_at is null
      and g.path @> array[${viewer.groupId}::integer]
      and d.device_id = any(${[...ids]}::int4[])`.execute(db);
  return new Map(rows.map(({ id, code }) => [id, code]));
}
