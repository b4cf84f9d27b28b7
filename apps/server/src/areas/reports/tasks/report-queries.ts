/** Report tasks: requested, claimed by one process at a time, completed. SQL only. */
import { snakeCaseKeys } from '@busbar/domain/key-case';
import type { ReportFormat, ReportType } from '@busbar/domain/report/report-kind';
import { type RawBuilder, sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { overCustomers } from '../../../storage/distributed/over-customers.ts';
import type { ReportState } from '../../../storage/schema/schema.ts';
import { notification, waking } from '../../../wake-job.ts';

/** Owner of the tasks: users cannot see the tasks of other users. */
interface ReportOwner {
  readonly customerId: number;
  readonly userId: number;
}

export interface ReportTask extends ReportOwner {
  readonly id: number;
  readonly groupId: number;
  /** null: every device of the group and its subgroups. */
  readonly deviceIds: readonly number[] | null;
  readonly type: ReportType;
  readonly format: ReportFormat;
  readonly language: string;
  /** [from, to), epoch ms: the covered range, followed by the requested range. */
  readonly from: number;
  readonly to: number;
  readonly requestedFrom: number;
  readonly requestedTo: number;
  readonly state: ReportState;
  readonly progress: number;
  readonly attempts: number;
  readonly rows: number;
  readonly bytes: number | null;
  readonly failure: string | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
  /** File expiry of a scheduled report; null: one hour. */
  readonly keepUntil: number | null;
}

const COLUMNS = sql`t.customer_id as "customerId", t.user_id as "userId",
  t.report_task_id as id, t.group_id as "groupId", t.device_ids as "deviceIds", t.type, t.format,
  t.language, t.from_at as "from", t.to_at as "to", t.asked_from_at as "requestedFrom",
  t.asked_to_at as "requestedTo", t.state, t.progress, t.attempts, t.row_count as rows,
  t.file_bytes as bytes, t.failure, t.created_at as "createdAt", t.ended_at as "endedAt",
  t.keep_until as "keepUntil"`;

const of = ({ customerId, userId }: ReportOwner) =>
  sql`t.customer_id = ${customerId} and t.user_id = ${userId}`;

/** A user reads a report only while the group of the report is in the group of the user. */
interface ReportReader extends ReportOwner {
  readonly groupId: number;
}

const readableBy = (reader: ReportReader) => sql`${of(reader)} and exists (
    select 1 from user_group g where g.customer_id = t.customer_id and g.group_id = t.group_id
      and g.path @> array[${reader.groupId}::integer])`;

/** Locks the user, so that concurrent requests check the limit one after the other. */
export async function lockReportsOfUser(trx: Executor, owner: ReportOwner): Promise<void> {
  await sql`select 1 from user_account where customer_id = ${owner.customerId}
    and user_id = ${owner.userId} for update`.execute(trx);
}

/** Returns the task of the same request that is waiting, running, or completed after `since`. */
export async function findSameReport(
  trx: Executor,
  owner: ReportOwner,
  question: string,
  since: number,
): Promise<ReportTask | undefined> {
  const { rows } = await sql<ReportTask>`
    select ${COLUMNS} from report_task t
    where ${of(owner)} and t.question = ${question}
      and (t.state in ('waiting', 'running') or (t.state = 'done' and t.ended_at >= ${instant(since)}))
    order by t.report_task_id desc limit 1`.execute(trx);
  return rows[0];
}

/** Excludes scheduled reports, which no user is waiting for. */
export async function countOpenReports(trx: Executor, owner: ReportOwner): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from report_task t
    where ${of(owner)} and t.state in ('waiting', 'running') and t.keep_until is null`.execute(trx);
  return rows[0]?.count ?? 0;
}

interface NewReport extends ReportOwner {
  readonly groupId: number;
  readonly deviceIds: readonly number[] | null;
  readonly type: ReportType;
  readonly format: ReportFormat;
  readonly language: string;
  readonly from: number;
  readonly to: number;
  readonly requestedFrom: number;
  readonly requestedTo: number;
  readonly question: string;
  readonly now: number;
  readonly keepUntil?: number;
}

export async function insertReport(
  trx: Executor,
  { from, to, requestedFrom, requestedTo, now, ...task }: NewReport,
): Promise<number> {
  const row = await trx
    .insertInto('report_task')
    .values({
      ...snakeCaseKeys(task),
      device_ids: task.deviceIds === null ? null : [...task.deviceIds],
      from_at: instant(from),
      to_at: instant(to),
      asked_from_at: instant(requestedFrom),
      asked_to_at: instant(requestedTo),
      state: 'waiting',
      created_at: instant(now),
      keep_until: task.keepUntil === undefined ? null : instant(task.keepUntil),
    })
    .returning(['report_task_id as id', waking('reports')])
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function findReport(
  db: Executor,
  owner: ReportOwner,
  id: number,
): Promise<ReportTask | undefined> {
  const { rows } = await sql<ReportTask>`
    select ${COLUMNS} from report_task t
    where ${of(owner)} and t.report_task_id = ${id}`.execute(db);
  return rows[0];
}

/** Returns nothing for a report on a group that the user has been moved out of. */
export async function findReadableReport(
  db: Executor,
  reader: ReportReader,
  id: number,
): Promise<ReportTask | undefined> {
  const { rows } = await sql<ReportTask>`
    select ${COLUMNS} from report_task t
    where ${readableBy(reader)} and t.report_task_id = ${id}`.execute(db);
  return rows[0];
}

export async function listReports(
  db: Executor,
  reader: ReportReader,
  limit: number,
): Promise<ReportTask[]> {
  const { rows } = await sql<ReportTask>`
    select ${COLUMNS} from report_task t
    where ${readableBy(reader)} order by t.report_task_id desc limit ${limit}`.execute(db);
  return rows;
}

/** Cancels the task in any active state; returns false if it ended in a state other than done. */
export async function cancelReportTask(
  db: Executor,
  owner: ReportOwner,
  id: number,
  now: number,
): Promise<boolean> {
  const { rows } = await sql`
    update report_task t set state = 'cancelled', ended_at = ${instant(now)}, taken_by = null,
      taken_until = null, file_bytes = null
    where ${of(owner)} and t.report_task_id = ${id} and t.state in ('waiting', 'running', 'done')
    returning ${notification('report-schedules')}`.execute(db);
  return rows.length > 0;
}

/**
 * Claims the oldest task that is waiting, or whose lease has expired; reports requested by users
 * take precedence over scheduled ones, of which many are due in the same minute. The row is locked
 * in a common table expression, because a join may execute a subquery again for each task.
 */
export async function takeReport(
  trx: Executor,
  takenBy: string,
  now: number,
  leaseMs: number,
): Promise<ReportTask | undefined> {
  const isFree = sql`(n.state = 'waiting'
    or (n.state = 'running' and n.taken_until < ${instant(now)}))`;
  const order = sql`order by n.keep_until is not null, n.created_at, n.report_task_id`;
  const [task] = await overCustomers(
    trx,
    sql`select n.customer_id as "customerId" from report_task n where ${isFree} ${order}`,
    (within) => sql<ReportTask>`
    with next as materialized (
      select n.customer_id, n.report_task_id from report_task n
      where ${isFree} and ${within('n')} ${order} limit 1 for update skip locked
    )
    update report_task t set state = 'running', taken_by = ${takenBy},
      taken_until = ${instant(now + leaseMs)}, attempts = t.attempts + 1, progress = 0, row_count = 0
    from next
    where t.customer_id = next.customer_id and t.report_task_id = next.report_task_id
      and ${within('t')}
    returning ${COLUMNS}`,
    1,
  );
  return task;
}

const isOurs = ({ customerId, id }: ReportTask, takenBy: string): RawBuilder<unknown> =>
  sql`customer_id = ${customerId} and report_task_id = ${id} and state = 'running'
    and taken_by = ${takenBy}`;

/** Returns the time at which the next lease of a running report ends, epoch ms. */
export async function nextLeaseEnd(db: Executor): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select min(taken_until) as at from report_task where state = 'running'`.execute(db);
  return rows[0]!.at;
}

/**
 * Updates the progress and renews the lease; returns false if the task was cancelled or claimed by
 * another process.
 */
export async function renewReportLease(
  db: Executor,
  task: ReportTask,
  takenBy: string,
  { progress, until }: { readonly progress: number; readonly until: number },
): Promise<boolean> {
  const { rows } = await sql`
    update report_task set progress = ${progress}, taken_until = ${instant(until)}
    where ${isOurs(task, takenBy)} returning 1`.execute(db);
  return rows.length > 0;
}

type ReportEnd =
  | { readonly state: 'done'; readonly rows: number; readonly bytes: number }
  | { readonly state: 'failed'; readonly failure: string };

export async function endReport(
  db: Executor,
  task: ReportTask,
  takenBy: string,
  end: ReportEnd,
  now: number,
): Promise<boolean> {
  const { rows: count, bytes } = end.state === 'done' ? end : { rows: 0, bytes: null };
  const { rows } = await sql`
    update report_task set state = ${end.state}, row_count = ${count}, file_bytes = ${bytes},
      progress = case when ${end.state} = 'done' then 100 else progress end,
      failure = ${end.state === 'failed' ? end.failure : null}, ended_at = ${instant(now)},
      taken_by = null, taken_until = null
    where ${isOurs(task, takenBy)} returning ${notification('report-schedules')}`.execute(db);
  return rows.length > 0;
}

/** On graceful shutdown releases the task to another process; this attempt does not count. */
export async function releaseReport(
  db: Executor,
  task: ReportTask,
  takenBy: string,
): Promise<void> {
  await sql`update report_task set state = 'waiting', taken_by = null, taken_until = null,
      attempts = attempts - 1
    where ${isOurs(task, takenBy)} returning ${notification('reports')}`.execute(db);
}

/** Ends all leases; only valid if no other process can exist. */
export async function endReportLeases(db: Executor, now: number): Promise<void> {
  await sql`update report_task set taken_until = ${instant(now - 1)}
    where state = 'running'`.execute(db);
}

/**
 * Expires files created before `doneBefore` and deletes rows that ended before `endedBefore`;
 * scheduled reports use their own time for both.
 */
export async function expireReports(
  db: Executor,
  now: number,
  doneBefore: number,
  endedBefore: number,
): Promise<void> {
  const isOver = sql`(keep_until is null or keep_until < ${instant(now)})`;
  await sql`update report_task set state = 'expired', file_bytes = null
    where state = 'done' and ended_at < ${instant(doneBefore)} and ${isOver}`.execute(db);
  await sql`delete from report_task where ended_at < ${instant(endedBefore)} and ${isOver}`.execute(
    db,
  );
}

/** Returns the ids of the tasks that still need their files. */
export async function reportsWithFiles(
  db: Executor,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select report_task_id as id from report_task
    where report_task_id = any(${[...ids]}::int4[]) and state in ('waiting', 'running', 'done')`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
