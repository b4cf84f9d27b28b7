/** Queries for the deliveries of scheduled reports, per run and recipient. */

import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { overCustomers } from '../../../storage/distributed/over-customers.ts';
import type { ReportDeliveryState } from '../../../storage/schema/schema.ts';
import { isCustomerActive } from '../../shared/customers/active-customer-queries.ts';
import { holds } from '../../shared/rights/permission-queries.ts';

/** Identifies a delivery within the customer. */
export interface DeliveryKey {
  readonly scheduleId: number;
  /** Epoch ms. */
  readonly dueAt: number;
  readonly userId: number;
}

const at = (customerId: number, { scheduleId, dueAt, userId }: DeliveryKey) =>
  sql`customer_id = ${customerId} and report_schedule_id = ${scheduleId}
    and due_at = ${instant(dueAt)} and user_id = ${userId}`;

interface NewDelivery extends DeliveryKey {
  readonly state: ReportDeliveryState;
  readonly failure?: string;
  readonly now: number;
}

/** Returns false if the run was already processed for this recipient: the caller does nothing. */
export async function insertDelivery(
  trx: Executor,
  customerId: number,
  { scheduleId, dueAt, userId, state, failure, now }: NewDelivery,
): Promise<boolean> {
  const { rows } = await sql`
    insert into report_delivery (customer_id, report_schedule_id, due_at, user_id, state, failure,
      settled_at)
    values (${customerId}, ${scheduleId}, ${instant(dueAt)}, ${userId}, ${state},
      ${failure ?? null}, ${state === 'making' ? null : instant(now)})
    on conflict do nothing returning 1`.execute(trx);
  return rows.length > 0;
}

export async function assignDeliveryTask(
  trx: Executor,
  customerId: number,
  key: DeliveryKey,
  taskId: number,
): Promise<void> {
  await sql`update report_delivery set report_task_id = ${taskId}
    where ${at(customerId, key)}`.execute(trx);
}

export interface DeliveryEnd {
  readonly state: Exclude<ReportDeliveryState, 'making' | 'missed'>;
  readonly failure?: string | undefined;
}

export async function completeDelivery(
  trx: Executor,
  customerId: number,
  key: DeliveryKey,
  { state, failure }: DeliveryEnd,
  now: number,
): Promise<void> {
  await sql`update report_delivery set state = ${state}, failure = ${failure ?? null},
      settled_at = ${state === 'mailing' ? null : instant(now)}
    where ${at(customerId, key)} and state in ('making', 'mailing')`.execute(trx);
}

/**
 * Returns true if the report may still be sent: the schedule exists, the accounts of its owner and
 * the recipient are enabled and have the permissions, and both see the group of the report. Checked
 * again right before sending.
 */
export async function mayBeSent(
  db: Executor,
  customerId: number,
  { scheduleId, dueAt, userId }: DeliveryKey,
  now: number,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from report_delivery d
    join report_schedule s on s.customer_id = d.customer_id
      and s.report_schedule_id = d.report_schedule_id
    join report_task t on t.customer_id = d.customer_id and t.report_task_id = d.report_task_id
    join user_group g on g.customer_id = d.customer_id and g.group_id = t.group_id
    join user_account o on o.customer_id = d.customer_id and o.user_id = s.user_id
    join user_account p on p.customer_id = d.customer_id and p.user_id = d.user_id
    join customer c on c.customer_id = d.customer_id and ${isCustomerActive('c', now)}
    where d.customer_id = ${customerId} and d.report_schedule_id = ${scheduleId}
      and d.due_at = ${instant(dueAt)} and d.user_id = ${userId}
      and not o.disabled and not p.disabled and ${holds('o', 'report.make')}
      and ${holds('p', 'data.read')} and g.path @> array[o.group_id, p.group_id]`.execute(db);
  return rows.length > 0;
}

export interface CreatedDelivery extends DeliveryKey {
  readonly customerId: number;
  readonly ownerId: number;
  readonly ownerName: string;
  readonly taskId: number | null;
  readonly byMail: boolean;
}

/** Claims deliveries whose report is no longer waiting or running; concurrent callers skip them. */
export async function claimFinished(trx: Executor, most: number): Promise<CreatedDelivery[]> {
  return overCustomers(
    trx,
    sql`select distinct customer_id as "customerId" from report_delivery where state = 'making'`,
    (within) => sql<CreatedDelivery>`
    select d.customer_id as "customerId", d.report_schedule_id as "scheduleId",
      d.due_at as "dueAt", d.user_id as "userId", s.user_id as "ownerId",
      coalesce(o.user_name, '') as "ownerName", t.report_task_id as "taskId",
      s.by_mail as "byMail"
    from report_delivery d
    join report_schedule s on s.customer_id = d.customer_id
      and s.report_schedule_id = d.report_schedule_id
    left join user_account o on o.customer_id = s.customer_id and o.user_id = s.user_id
    left join report_task t on t.customer_id = d.customer_id
      and t.report_task_id = d.report_task_id
    where d.state = 'making' and (t.state is null or t.state not in ('waiting', 'running'))
      and ${within('d')}
    order by d.due_at limit ${most} for update of d skip locked`,
  );
}

export interface ScheduleRun {
  readonly scheduleId: number;
  readonly dueAt: number;
  readonly people: number;
  /** Recipients who have the report, by mail or in their list. */
  readonly sent: number;
  /** Recipients who have it in their list only. */
  readonly listed: number;
  readonly open: number;
  readonly missed: boolean;
  /** First reason why a recipient got no report or no mail. */
  readonly failure: string | null;
}

/** Returns the newest runs of each schedule, newest first. */
export async function listRuns(
  db: Executor,
  customerId: number,
  scheduleIds: readonly number[],
  most: number,
): Promise<ScheduleRun[]> {
  if (scheduleIds.length === 0) return [];
  const { rows } = await sql<ScheduleRun>`
    select * from (
      select report_schedule_id as "scheduleId", due_at as "dueAt", count(*)::int4 as people,
        (count(*) filter (where state in ('sent', 'listed')))::int4 as sent,
        (count(*) filter (where state = 'listed'))::int4 as listed,
        (count(*) filter (where state in ('making', 'mailing')))::int4 as open,
        bool_or(state = 'missed') as missed,
        (array_agg(failure order by user_id) filter (where failure is not null))[1] as failure,
        row_number() over (partition by report_schedule_id order by due_at desc) as place
      from report_delivery
      where customer_id = ${customerId}
        and report_schedule_id = any(${[...scheduleIds]}::int4[])
      group by report_schedule_id, due_at
    ) run where place <= ${most} order by "scheduleId", "dueAt" desc`.execute(db);
  return rows;
}

export async function purgeDeliveries(db: Executor, before: number): Promise<void> {
  await sql`delete from report_delivery where due_at < ${instant(before)}`.execute(db);
}
