/** Plans, changes, completes and cancels a project's maintenance visits; never deletes them. */

import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';
import { plainText } from '../../shared/plain-text.ts';
import { listLampGroups } from '../projects/lamp-group-queries.ts';
import { logProject } from '../projects/log-project.ts';
import { findProject } from '../projects/project-queries.ts';
import {
  countVisits,
  endWindows,
  insertVisit,
  listVisits,
  moveWindows,
  openWindows,
  updateVisit,
  type Visit,
  type VisitFields,
  type VisitFilter,
  type VisitPart,
} from './visit-queries.ts';

const LONGEST_MS = 30 * 86_400_000;
const ONE = { limit: 1, offset: 0 };

type When = number | undefined | 'invalid';

export interface VisitInput {
  readonly from?: When;
  readonly to?: When;
  readonly worker?: string | undefined;
  readonly notes?: string | undefined;
  readonly parts?: readonly VisitPart[] | undefined;
}

export async function findVisits(
  ctx: Context,
  caller: Caller,
  query: Pick<VisitFilter, 'from' | 'to'> & {
    readonly project: string;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<Outcome<{ visits: Visit[]; total: number }>> {
  const { db } = ctx.database;
  const project = await findProject(db, caller, query.project);
  if (project === undefined) return refused('not-found', 'project');
  const filter = { projectId: project.id, from: query.from, to: query.to };
  const page = { limit: query.pageSize, offset: (query.page - 1) * query.pageSize };
  const [visits, total] = await Promise.all([
    listVisits(db, caller, filter, page),
    countVisits(db, caller, filter),
  ]);
  return done({ visits, total });
}

export async function addVisit(
  ctx: Context,
  caller: Caller,
  of: {
    readonly project: string | number;
    readonly lampGroup: string | number | undefined;
    readonly silence: boolean;
  },
  input: VisitInput,
): Promise<Outcome<Visit>> {
  return ctx.database.transaction(async (trx): Promise<Outcome<Visit>> => {
    const project = await findProject(trx, caller, of.project, true);
    if (project === undefined) return refused('not-found', 'project');
    const all = await listLampGroups(trx, caller, { projectId: project.id });
    const wanted = parseId(of.lampGroup);
    const groups = of.lampGroup === undefined ? all : all.filter(({ id }) => id === wanted);
    if (of.lampGroup !== undefined && groups.length === 0) return refused('not-found', 'lampGroup');
    const fields = validate(input, undefined);
    if (!fields.ok) return fields;
    const now = ctx.clock.now();
    const place = {
      projectId: project.id,
      lampGroupId: of.lampGroup === undefined ? null : groups[0]!.id,
    };
    const id = await insertVisit(trx, caller, place, fields.value, now);
    if (of.silence && groups.length > 0) {
      const devices = groups.map(({ deviceId }) => deviceId);
      await openWindows(trx, caller, { ...fields.value, id }, devices, now);
    }
    await logProject(trx, caller, now, 'add visit', { project: project.id, visit: id, ...place });
    return done((await listVisits(trx, caller, { id }, ONE))[0]!);
  });
}

/** Changes a visit. Completing it ends its maintenance windows: alarms notify users again. */
export async function changeVisit(
  ctx: Context,
  caller: Caller,
  id: string,
  input: VisitInput & { readonly done?: boolean | undefined },
): Promise<Outcome<Visit>> {
  return changing(ctx, caller, id, async (trx, before, now) => {
    const fields = validate(input, before);
    if (!fields.ok) return fields;
    const isDone = input.done === true;
    const { customerId } = caller;
    const state = isDone ? 'done' : before.state;
    await updateVisit(trx, customerId, before.id, fields.value, state, now);
    if (isDone) await endWindows(trx, caller, before.windowIds, now);
    else await moveWindows(trx, caller, before.windowIds, fields.value, now);
    const { projectId: project } = before;
    await logProject(trx, caller, now, 'change visit', { project, visit: before.id, done: isDone });
    return done(undefined);
  });
}

export async function cancelVisit(
  ctx: Context,
  caller: Caller,
  id: string,
): Promise<Outcome<Visit>> {
  return changing(ctx, caller, id, async (trx, before, now) => {
    await updateVisit(trx, caller.customerId, before.id, before, 'cancelled', now);
    await endWindows(trx, caller, before.windowIds, now);
    const { projectId: project } = before;
    await logProject(trx, caller, now, 'cancel visit', { project, visit: before.id });
    return done(undefined);
  });
}

/** Runs a change of a visit; refuses it if the visit is completed or cancelled. */
async function changing(
  ctx: Context,
  caller: Caller,
  idGiven: string,
  work: (trx: Executor, visit: Visit, now: number) => Promise<Outcome<undefined>>,
): Promise<Outcome<Visit>> {
  const id = parseId(idGiven);
  if (id === undefined) return refused('not-found');
  return ctx.database.transaction(async (trx): Promise<Outcome<Visit>> => {
    const [before] = await listVisits(trx, caller, { id }, ONE, true);
    if (before === undefined) return refused('not-found');
    if (before.state !== 'planned') return refused('visit-over');
    const worked = await work(trx, before, ctx.clock.now());
    if (!worked.ok) return worked;
    return done((await listVisits(trx, caller, { id }, ONE))[0]!);
  });
}

function validate(input: VisitInput, before: VisitFields | undefined): Outcome<VisitFields> {
  const from = input.from ?? before?.from;
  const to = input.to ?? before?.to;
  if (typeof from !== 'number') return refused('visit-invalid', 'from');
  if (typeof to !== 'number' || to <= from || to - from > LONGEST_MS) {
    return refused('visit-invalid', 'to');
  }
  const text = (given: string | undefined, stored: string | undefined) =>
    given === undefined ? (stored ?? '') : plainText(given);
  return done({
    from,
    to,
    worker: text(input.worker, before?.worker),
    notes: text(input.notes, before?.notes),
    parts: (input.parts ?? before?.parts ?? []).map(({ name, quantity }) => ({
      name: plainText(name),
      quantity,
    })),
  });
}
