/** Creates, changes and deletes projects of the caller's group and its subgroups. */

import { PROJECT_TYPES, type ProjectType } from '@busbar/domain/project/project-type';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { lockGroupRow } from '../../fleet/groups/group-queries.ts';
import { plainText } from '../../shared/plain-text.ts';
import { logProject } from './log-project.ts';
import { checkProjectNow, insertDefaultLimits } from './project-limit-queries.ts';
import {
  countProjects,
  findProject,
  hasParts,
  insertProject,
  listProjects,
  markProjectDeleted,
  type Project,
  type ProjectFields,
  type ProjectRow,
  updateProject,
} from './project-queries.ts';
import { spreadTimers } from './project-timer-spread.ts';
import { deleteTowersOf } from './tower-settings-queries.ts';

/** Maximum projects per customer, far above real use. */
const MAX_PROJECTS = 10_000;

export interface ProjectInput {
  readonly name?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly group?: string | number | null | undefined;
}

export interface ProjectQuery {
  readonly type?: string | undefined;
  readonly text?: string | undefined;
  /** Starts at 1. */
  readonly page: number;
  readonly pageSize: number;
}

export async function findProjects(
  ctx: Context,
  caller: Caller,
  { type, text, page, pageSize }: ProjectQuery,
): Promise<{ projects: ProjectRow[]; total: number }> {
  const { db } = ctx.database;
  const filter = { type: type || undefined, text: text || undefined };
  const [projects, total] = await Promise.all([
    listProjects(db, caller, filter, { limit: pageSize, offset: (page - 1) * pageSize }),
    countProjects(db, caller, filter),
  ]);
  return { projects, total };
}

export async function readProject(
  ctx: Context,
  caller: Caller,
  id: string | number,
): Promise<Outcome<ProjectRow>> {
  const { db } = ctx.database;
  const project = await findProject(db, caller, id);
  if (project === undefined) return refused('not-found');
  return done((await listProjects(db, caller, { id: project.id }, { limit: 1, offset: 0 }))[0]!);
}

export async function addProject(
  ctx: Context,
  caller: Caller,
  input: ProjectInput,
): Promise<Outcome<ProjectRow>> {
  const outcome = await ctx.database.transaction(async (trx): Promise<Outcome<number>> => {
    const fields = await validate(trx, caller, input, undefined);
    if (!fields.ok) return fields;
    if ((await countProjects(trx, caller, {})) >= MAX_PROJECTS) return refused('quota-exceeded');
    const now = ctx.clock.now();
    const id = await insertProject(trx, caller.customerId, {
      ...fields.value,
      createdBy: caller.userId,
      createdByName: caller.userName,
      createdAt: now,
    });
    await insertDefaultLimits(trx, caller.customerId, id, now);
    await logProject(trx, caller, now, 'add project', { project: id, ...fields.value });
    return done(id);
  });
  return outcome.ok ? readProject(ctx, caller, outcome.value) : outcome;
}

export async function changeProject(
  ctx: Context,
  caller: Caller,
  id: string,
  input: ProjectInput,
): Promise<Outcome<ProjectRow>> {
  const changed = await ctx.database.transaction(async (trx): Promise<Outcome<number>> => {
    const project = await findProject(trx, caller, id, true);
    if (project === undefined) return refused('not-found');
    const fields = await validate(trx, caller, input, project);
    if (!fields.ok) return fields;
    if (fields.value.type !== project.type && (await hasParts(trx, project))) {
      return refused('project-type-fixed', 'type');
    }
    await updateProject(trx, project, fields.value);
    const now = ctx.clock.now();
    await logProject(trx, caller, now, 'change project', { project: project.id, ...fields.value });
    return done(project.id);
  });
  return changed.ok ? readProject(ctx, caller, changed.value) : changed;
}

export async function removeProject(
  ctx: Context,
  caller: Caller,
  id: string,
): Promise<Outcome<undefined>> {
  return ctx.database.transaction(async (trx) => {
    const project = await findProject(trx, caller, id, true);
    if (project === undefined) return refused('not-found');
    const now = ctx.clock.now();
    // The checks that are due now end the open findings of the project's lamp groups.
    await checkProjectNow(trx, caller.customerId, project.id, now);
    await markProjectDeleted(trx, project, now);
    await deleteTowersOf(trx, project, now);
    await spreadTimers(ctx, trx, { ...project, projectId: project.id }, caller.userId);
    const { name } = project;
    await logProject(trx, caller, now, 'delete project', { project: project.id, name });
    return done(undefined);
  });
}

async function validate(
  trx: Executor,
  caller: Caller,
  input: ProjectInput,
  before: Project | undefined,
): Promise<Outcome<ProjectFields>> {
  const name = input.name === undefined ? (before?.name ?? '') : plainText(input.name);
  const requestedType = input.type === undefined ? before?.type : (input.type ?? undefined);
  const type: ProjectType | undefined = PROJECT_TYPES.find((one) => one === requestedType);
  if (name === '') return refused('project-info-required', 'name');
  if (type === undefined) return refused('project-info-required', 'type');
  const given = input.group ?? undefined;
  const group = given === undefined ? undefined : await lockGroupRow(trx, caller, given);
  if (given !== undefined && group === undefined) return refused('group-unknown', 'groupId');
  return done({
    groupId: group?.groupId ?? before?.groupId ?? caller.groupId,
    name,
    type,
    description:
      input.description === undefined ? (before?.description ?? '') : plainText(input.description),
  });
}
