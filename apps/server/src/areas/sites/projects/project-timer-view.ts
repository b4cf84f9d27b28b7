/** A project's timers with today's time, next run and last result for each lamp group. */
import { parseLocal } from '@busbar/domain/calendar';
import { localDateOf } from '@busbar/domain/local-date';
import type { Refusal } from '@busbar/domain/refusal';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { sunRunOf } from '@busbar/domain/timer/sun-time';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { listTimers, type TimerRow } from '../../control/timers/timer-list-queries.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { findProject } from './project-queries.ts';
import { isFor, obstacle } from './project-timer-plan.ts';
import { findProjectTimer, listProjectTimers, type ProjectTimer } from './project-timer-queries.ts';
import { listTargets, type Target } from './project-timer-target-queries.ts';

/** A project timer as it applies to one lamp group. */
export interface TimerAtGroup {
  readonly target: Target;
  /**
   * Time at which the timer would run today, regardless of its weekdays; for sun timers `up` or
   * `down` if the sun event does not occur.
   */
  readonly today: number | 'up' | 'down' | undefined;
  /** Row of the timer on the device; undefined if it could not be created. */
  readonly row: TimerRow | undefined;
  /** Reason why the timer cannot run for this group. */
  readonly problem: Refusal | undefined;
}

export interface TimerView {
  readonly timer: ProjectTimer;
  readonly groups: readonly TimerAtGroup[];
}

export async function findProjectTimers(
  ctx: Context,
  caller: Caller,
  idOfProject: string,
): Promise<Outcome<TimerView[]>> {
  const { db } = ctx.database;
  const project = await findProject(db, caller, idOfProject);
  if (project === undefined) return refused('not-found', 'project');
  const timers = await listProjectTimers(db, caller, { projectId: project.id });
  return done(await viewsOf(ctx, db, caller, project.id, timers));
}

export async function readProjectTimer(
  ctx: Context,
  caller: Caller,
  id: string | number,
): Promise<Outcome<TimerView>> {
  const { db } = ctx.database;
  const timer = await findProjectTimer(db, caller, id);
  if (timer === undefined) return refused('not-found');
  return done((await viewsOf(ctx, db, caller, timer.projectId, [timer]))[0]!);
}

async function viewsOf(
  ctx: Context,
  db: Executor,
  caller: Caller,
  projectId: number,
  timers: readonly ProjectTimer[],
): Promise<TimerView[]> {
  const now = await readDatabaseTime(ctx, db);
  const targets = await listTargets(db, { customerId: caller.customerId, projectId });
  const views: TimerView[] = [];
  for (const timer of timers) {
    const query = { projectTimerId: timer.id, offset: 0, limit: targets.length };
    const rows = new Map(
      (await listTimers(db, caller, query)).map((row) => [row.device_id, row] as const),
    );
    const groups = targets
      .filter((target) => isFor(timer, target))
      .map((target) => {
        const row = rows.get(target.deviceId);
        const problem = obstacle(target, timer, row);
        return { target, row, problem, today: todayOf(timer, target, now, caller.zone) };
      });
    views.push({ timer, groups });
  }
  return views;
}

function todayOf(
  { time, sun, offsetMin }: ProjectTimer,
  { place }: Target,
  now: number,
  zone: string,
): TimerAtGroup['today'] {
  const date = localDateOf(now, zone);
  if (sun === null) return parseLocal(`${date} ${time}:00`, zone);
  const run = place === null ? undefined : sunRunOf(date, { sun, offsetMin }, zone, place);
  return run?.kind === 'usual' ? run.at : run?.kind;
}
