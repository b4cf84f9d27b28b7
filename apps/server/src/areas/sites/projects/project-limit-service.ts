/** Reads and changes the limits at which a project raises warnings and alarms. */

import {
  type LimitKind,
  type ProjectLimitsInput,
  validateLimits,
} from '@busbar/domain/project/project-limits';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { parseId } from '../../shared/identifier.ts';
import { logProject } from './log-project.ts';
import {
  checkProjectNow,
  findLimits,
  type LimitsRow,
  shareBasis,
  updateLimits,
} from './project-limit-queries.ts';
import { findProject } from './project-queries.ts';

export async function readLimits(
  ctx: Context,
  caller: Caller,
  kind: LimitKind,
  idOfProject: string,
): Promise<Outcome<LimitsRow>> {
  const projectId = parseId(idOfProject);
  const limits =
    projectId === undefined
      ? undefined
      : await findLimits(ctx.database.db, caller, kind, { projectId });
  return limits === undefined ? refused('not-found', 'project') : done(limits);
}

export async function changeLimits(
  ctx: Context,
  caller: Caller,
  kind: LimitKind,
  idGiven: string,
  input: ProjectLimitsInput,
): Promise<Outcome<LimitsRow>> {
  const id = parseId(idGiven);
  if (id === undefined) return refused('not-found');
  return ctx.database.transaction(async (trx): Promise<Outcome<LimitsRow>> => {
    const before = await findLimits(trx, caller, kind, { id });
    if (before === undefined) return refused('not-found');
    // Locking the project serializes concurrent changes.
    await findProject(trx, caller, before.projectId, true);
    const validated = validateLimits(before, input);
    if (!validated.ok) return validated;
    const now = ctx.clock.now();
    const { customerId, userId } = caller;
    await updateLimits(trx, customerId, id, validated.value, { userId, now });
    await shareBasis(trx, customerId, before.projectId, validated.value);
    await checkProjectNow(trx, customerId, before.projectId, now);
    const detail = { project: before.projectId, ...validated.value };
    await logProject(trx, caller, now, `change ${kind} settings`, detail);
    return done({ ...before, ...validated.value });
  });
}
