/** Manages project timers: each is configured once and copied to all lamp groups of the project. */

import {
  areTwins,
  MAX_PROJECT_TIMERS,
  type ProjectTimerInput,
  validateProjectTimer,
} from '@busbar/domain/project/project-timer';
import { done, type Outcome, type Refused, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { parseId } from '../../shared/identifier.ts';
import { timerDetail } from '../../shared/operation-log/timer-detail.ts';
import { listLampGroups } from './lamp-group-queries.ts';
import { logProject } from './log-project.ts';
import { findProject } from './project-queries.ts';
import { isFor, obstacle } from './project-timer-plan.ts';
import {
  deleteProjectTimer,
  findProjectTimer,
  insertProjectTimer,
  listProjectTimers,
  type ProjectTimer,
  updateProjectTimer,
} from './project-timer-queries.ts';
import { spreadTimers } from './project-timer-spread.ts';
import { listBound, listTargets } from './project-timer-target-queries.ts';

export async function addProjectTimer(
  ctx: Context,
  caller: Caller,
  of: {
    readonly project: string | number;
    /** Id of the lamp group; undefined if the timer applies to the whole project. */
    readonly lampGroup: string | number | undefined;
  },
  input: ProjectTimerInput,
): Promise<Outcome<number>> {
  return ctx.database.transaction(async (trx): Promise<Outcome<number>> => {
    const project = await findProject(trx, caller, of.project, true);
    if (project === undefined) return refused('not-found', 'project');
    if (project.type !== 'lamp') return refused('not-lamp-project', 'project');
    const groups = await listLampGroups(trx, caller, { projectId: project.id });
    const group = groups.find(({ id }) => id === parseId(of.lampGroup));
    if (of.lampGroup !== undefined && group === undefined) return refused('not-found', 'lampGroup');
    const validated = validateProjectTimer(input);
    if (!validated.ok) return validated;
    const place = {
      customerId: caller.customerId,
      projectId: project.id,
      lampGroupId: group?.id ?? null,
    };
    const timer = { ...place, ...validated.value, id: 0, lampGroupName: null };
    const refusal = await timerRefusal(trx, caller, timer);
    if (refusal !== undefined) return refusal;
    const write = { ...validated.value, ...(await changeBy(ctx, trx, caller)) };
    const id = await insertProjectTimer(trx, place, write);
    await spreadTimers(ctx, trx, place, caller.userId);
    const detail = { project: project.id, timer: id, lampGroup: place.lampGroupId };
    await logProject(trx, caller, write.changedAt, 'add project timer', {
      ...detail,
      ...timerDetail(validated.value),
    });
    return done(id);
  });
}

export async function changeProjectTimer(
  ctx: Context,
  caller: Caller,
  id: string,
  input: ProjectTimerInput,
): Promise<Outcome<number>> {
  return changing(ctx, caller, id, async (trx, before) => {
    const validated = validateProjectTimer(input, before);
    if (!validated.ok) return validated;
    const timer = { ...before, ...validated.value };
    const refusal = await timerRefusal(trx, caller, timer);
    if (refusal !== undefined) return refusal;
    const write = { ...validated.value, ...(await changeBy(ctx, trx, caller)) };
    await updateProjectTimer(trx, before, write);
    await spreadTimers(ctx, trx, before, caller.userId);
    const detail = { project: before.projectId, timer: before.id, ...timerDetail(validated.value) };
    await logProject(trx, caller, write.changedAt, 'change project timer', detail);
    return done(before.id);
  });
}

/** Removes a timer and its copies on the devices. */
export async function removeProjectTimer(
  ctx: Context,
  caller: Caller,
  id: string,
): Promise<Outcome<number>> {
  return changing(ctx, caller, id, async (trx, before) => {
    await spreadTimers(ctx, trx, { ...before, without: before.id }, caller.userId);
    await deleteProjectTimer(trx, before);
    const { changedAt } = await changeBy(ctx, trx, caller);
    const detail = { project: before.projectId, timer: before.id };
    await logProject(trx, caller, changedAt, 'delete project timer', detail);
    return done(before.id);
  });
}

/** Runs a change with the project locked, so that other changes to its groups or timers wait. */
async function changing(
  ctx: Context,
  caller: Caller,
  id: string,
  work: (trx: Executor, before: ProjectTimer) => Promise<Outcome<number>>,
): Promise<Outcome<number>> {
  return ctx.database.transaction(async (trx): Promise<Outcome<number>> => {
    const seen = await findProjectTimer(trx, caller, id);
    const project = seen && (await findProject(trx, caller, seen.projectId, true));
    const before = project && (await findProjectTimer(trx, caller, id));
    return before === undefined ? refused('not-found') : work(trx, before);
  });
}

async function timerRefusal(
  trx: Executor,
  caller: Caller,
  timer: ProjectTimer,
): Promise<Refused | undefined> {
  const { projectId } = timer;
  const others = (await listProjectTimers(trx, caller, { projectId })).filter(
    ({ id }) => id !== timer.id,
  );
  if (others.length >= MAX_PROJECT_TIMERS) return refused('quota-exceeded');
  if (others.some((other) => areTwins(other, timer))) return refused('project-timer-taken', 'time');
  // A timer that is disabled, or only being disabled, is never rejected.
  if (!timer.enabled) return undefined;
  const bound = (await listBound(trx, timer)).filter((one) => one.projectTimerId === timer.id);
  for (const target of await listTargets(trx, timer)) {
    if (!isFor(timer, target)) continue;
    const has = bound.find(({ deviceId }) => deviceId === target.deviceId);
    const refusal = obstacle(target, timer, has);
    if (refusal !== undefined) return refused(refusal, FIELDS[refusal], target.name);
  }
  return undefined;
}

const FIELDS: Readonly<Record<string, string>> = {
  'order-not-supported': 'command',
  'sun-position-required': 'sun',
  'timer-taken': 'time',
};

async function changeBy(ctx: Context, trx: Executor, { userId }: Caller) {
  return { changedBy: userId, changedAt: await readDatabaseTime(ctx, trx) };
}
