/**
 * Copies the timers of a project to the devices of its lamp groups: a group that is added gets
 * them; a group that is removed or taken out of use loses them. Runs after each such change, and as
 * a job, because a device can be moved or deleted independently of its project.
 */
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { wakeJob } from '../../../wake-job.ts';
import { lockForOrder } from '../../control/commands/control-target-queries.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { markTableChanged } from '../../shared/table-writers/timer-table-change-queries.ts';
import { type Plan, planTimers, type WantedTimer } from './project-timer-plan.ts';
import type { ProjectTimer } from './project-timer-queries.ts';
import { listBound, listTargets, type ProjectKey } from './project-timer-targets.ts';

/**
 * Must run in the transaction of the change, which locks the project; `without` is a timer about to
 * be deleted.
 */
export async function spreadTimers(
  ctx: Context,
  trx: Executor,
  project: ProjectKey & { readonly without?: number },
  userId: number | null,
): Promise<void> {
  const all = await timersOf(trx, project);
  if (all.length === 0) return;
  const timers = all.filter(({ id }) => id !== project.without);
  const bound = await listBound(trx, project, true);
  const now = await readDatabaseTime(ctx, trx);
  const zone = await zoneOf(trx, project);
  const plan = planTimers(timers, await listTargets(trx, project), bound, now, zone);
  if (plan.touched.length === 0) return;
  await lockForOrder(trx, project.customerId, null, plan.touched);
  await carryOut(trx, project, plan, userId, now);
}

/** Checks all projects with timers; those whose devices are up to date are only read. */
export async function spreadAllTimers(ctx: Context): Promise<void> {
  const { db } = ctx.database;
  const now = await readDatabaseTime(ctx, db);
  for (const project of await projectsWithTimers(db)) {
    const timers = await timersOf(db, project);
    const [targets, bound] = [await listTargets(db, project), await listBound(db, project)];
    const plan = planTimers(timers, targets, bound, now, await zoneOf(db, project));
    if (plan.touched.length === 0) continue;
    await ctx.database.transaction(async (trx) => {
      await sql`
        select 1 from project
        where customer_id = ${project.customerId} and project_id = ${project.projectId}
        for no key update`.execute(trx);
      await spreadTimers(ctx, trx, project, null);
    });
  }
}

async function projectsWithTimers(db: Executor): Promise<ProjectKey[]> {
  const { rows } = await sql<ProjectKey>`
    select distinct pt.customer_id as "customerId", pt.project_id as "projectId"
    from project_timer pt
    join project p on p.customer_id = pt.customer_id and p.project_id = pt.project_id
    where p.deleted_at is null or exists (
      select 1 from timer t where t.customer_id = pt.customer_id
        and t.project_timer_id = pt.project_timer_id)`.execute(db);
  return rows;
}

async function timersOf(
  db: Executor,
  { customerId, projectId }: ProjectKey,
): Promise<ProjectTimer[]> {
  const { rows } = await sql<ProjectTimer>`
    select customer_id as "customerId", project_timer_id as id, project_id as "projectId",
      lamp_group_id as "lampGroupId", null as "lampGroupName", days, clock_time as time, sun,
      sun_offset_min as "offsetMin", switch_order as "order", enabled
    from project_timer
    where customer_id = ${customerId} and project_id = ${projectId}
    order by project_timer_id`.execute(db);
  return rows;
}

async function zoneOf(db: Executor, { customerId }: ProjectKey): Promise<string> {
  const { rows } = await sql<{ zone: string }>`
    select z.iana_name as zone from customer u join zone z on z.zone_id = u.zone_id
    where u.customer_id = ${customerId}`.execute(db);
  return rows[0]!.zone;
}

async function carryOut(
  trx: Executor,
  { customerId }: ProjectKey,
  { added, changed, removed, links }: Plan,
  userId: number | null,
  now: number,
): Promise<void> {
  const columnsOf = (timer: WantedTimer) => ({
    device_id: timer.deviceId,
    days: timer.days,
    clock_time: timer.time,
    sun: timer.sun,
    sun_offset_min: timer.offsetMin,
    switch_order: timer.order,
    enabled: timer.enabled,
    next_run_at: timer.nextRunAt === undefined ? null : instant(timer.nextRunAt),
    project_timer_id: timer.projectTimerId,
  });
  const change = { changed_by: userId, changed_at: instant(now) };
  // Batched, because the number of parameters per statement is limited.
  for (let from = 0; from < added.length; from += ROWS_AT_ONCE) {
    const rows = added.slice(from, from + ROWS_AT_ONCE);
    await trx
      .insertInto('timer')
      .values(rows.map((timer) => ({ customer_id: customerId, ...columnsOf(timer), ...change })))
      .execute();
  }
  for (const timer of changed) {
    await trx
      .updateTable('timer')
      .set({ ...columnsOf(timer), ...(timer.isMoved ? {} : change) })
      .where('customer_id', '=', customerId)
      .where('timer_id', '=', timer.id)
      .execute();
  }
  if (removed.length > 0) {
    for (const table of ['timer_run', 'timer'] as const) {
      await trx
        .deleteFrom(table)
        .where('customer_id', '=', customerId)
        .where('timer_id', 'in', removed)
        .execute();
    }
  }
  await wakeJob(trx, 'timers');
  for (const linkId of links) await markTableChanged(trx, { customerId, linkId });
}

const ROWS_AT_ONCE = 2_000;
