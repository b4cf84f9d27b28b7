/** Reads the board of a project and checks all its lamp groups on demand. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { checkProjectNow } from '../projects/project-limit-queries.ts';
import { findProject } from '../projects/project-queries.ts';
import { type BoardGroup, type BoardTower, readBoard, readBoardTowers } from './board-queries.ts';

export interface Board {
  readonly groups: readonly BoardGroup[];
  readonly towers: readonly BoardTower[];
}

export async function findBoard(
  ctx: Context,
  caller: Caller,
  idOfProject: string,
): Promise<Outcome<Board>> {
  const { db } = ctx.database;
  const project = await findProject(db, caller, idOfProject);
  if (project === undefined) return refused('not-found', 'project');
  const now = ctx.clock.now();
  const [groups, towers] = await Promise.all([
    readBoard(db, caller, project.id, now),
    readBoardTowers(db, caller, project.id, now),
  ]);
  return done({ groups, towers });
}

/** Makes the checks of the project due; the worker runs them within seconds. */
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
