/**
 * Copies the timers of a project to the devices of its lamp groups: a group that is added gets
 * them; a group that is removed or taken out of use loses them. Runs after each such change, and as
 * a job, because a device can be moved or deleted independently of its project.
 */
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { wakeJob } from '../../../wake-job.ts';
import { lockForCommand } from '../../control/commands/control-target-queries.ts';
import { deleteTimers } from '../../control/timers/timer-queries.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { markTableChanged } from '../../shared/table-writers/timer-table-change-queries.ts';
import { lockProject, type ProjectKey } from './project-queries.ts';
import { type Plan, planTimers } from './project-timer-plan.ts';
import { projectsWithTimers, timersOfProject, zoneOfCustomer } from './project-timer-queries.ts';
import {
  insertBound,
  listBound,
  listTargets,
  updateBound,
} from './project-timer-target-queries.ts';

/**
 * Must run in the transaction of the change, which has locked the project; `without` is a timer
 * about to be deleted.
 */
export async function spreadTimers(
  ctx: Context,
  trx: Executor,
  project: ProjectKey & { readonly without?: number },
  userId: number | null,
): Promise<void> {
  const all = await timersOfProject(trx, project);
  if (all.length === 0) return;
  const timers = all.filter(({ id }) => id !== project.without);
  const bound = await listBound(trx, project, true);
  const now = await readDatabaseTime(ctx, trx);
  const zone = await zoneOfCustomer(trx, project);
  const plan = planTimers(timers, await listTargets(trx, project), bound, now, zone);
  if (plan.touched.length === 0) return;
  await lockForCommand(trx, project.customerId, null, plan.touched);
  await carryOut(trx, project, plan, userId, now);
}

/** Updates all projects with timers; a project whose devices are up to date is only read. */
export async function spreadAllTimers(ctx: Context): Promise<void> {
  const { db } = ctx.database;
  const now = await readDatabaseTime(ctx, db);
  for (const project of await projectsWithTimers(db)) {
    try {
      await spreadIfNeeded(ctx, project, now);
    } catch (error) {
      // A project that fails must not keep the timers of others on devices that have left them.
      ctx.log.error({ err: error, ...project }, 'timers of a project could not be updated');
    }
  }
}

async function spreadIfNeeded(ctx: Context, project: ProjectKey, now: number): Promise<void> {
  const { db } = ctx.database;
  const timers = await timersOfProject(db, project);
  const [targets, bound] = [await listTargets(db, project), await listBound(db, project)];
  const plan = planTimers(timers, targets, bound, now, await zoneOfCustomer(db, project));
  if (plan.touched.length === 0) return;
  await ctx.database.transaction(async (trx) => {
    await lockProject(trx, project);
    await spreadTimers(ctx, trx, project, null);
  });
}

async function carryOut(
  trx: Executor,
  { customerId }: ProjectKey,
  { added, changed, removed, links }: Plan,
  userId: number | null,
  now: number,
): Promise<void> {
  const change = { customerId, changedBy: userId, changedAt: now };
  await insertBound(trx, change, added);
  for (const timer of changed) await updateBound(trx, change, timer);
  if (removed.length > 0) await deleteTimers(trx, { customerId }, removed);
  await wakeJob(trx, 'timers');
  for (const linkId of links) await markTableChanged(trx, { customerId, linkId });
}
