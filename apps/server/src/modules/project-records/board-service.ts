/** The board of a project, and a check of all of it on demand. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { checkProjectNow } from '../projects/project-limit-repository.ts';
import { findProject } from '../projects/project-repository.ts';
import { type BoardGroup, readBoard } from './board-repository.ts';

export async function findBoard(
  ctx: Context,
  caller: Caller,
  idOfProject: string,
): Promise<Outcome<BoardGroup[]>> {
  const { db } = ctx.database;
  const project = await findProject(db, caller, idOfProject);
  if (project === undefined) return refused('not-found', 'project');
  return done(await readBoard(db, caller, project.id, ctx.clock.now()));
}

/** The worker finds them due within seconds. */
export async function checkNow(
  ctx: Context,
  caller: Caller,
  idOfProject: string | number,
): Promise<Outcome<undefined>> {
  const { db } = ctx.database;
  const project = await findProject(db, caller, idOfProject);
  if (project === undefined) return refused('not-found', 'project');
  await checkProjectNow(db, caller.customerId, project.id, ctx.clock.now());
  return done(undefined);
}
