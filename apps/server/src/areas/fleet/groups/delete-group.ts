/** Deletes an empty group. Readings, alarms, totals, bills and the audit trail are retained. */
import { deletionRefusal } from '@busbar/domain/access/group-tree';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import {
  countContents,
  type GroupContents,
  lockGroup,
  markGroupDeleted,
} from './group-contents-queries.ts';
import { logGroups } from './group-log.ts';
import { findGroup } from './group-queries.ts';
import { changingTree } from './group-service.ts';

/** Returns the objects that prevent the deletion of a group and those to be deleted with it. */
export async function findGroupContents(
  ctx: Context,
  caller: Caller,
  id: string,
): Promise<Outcome<GroupContents>> {
  const { db } = ctx.database;
  const group = await findGroup(db, caller, id);
  if (group === undefined) return refused('not-found');
  return done(await countContents(db, caller.customerId, group.groupId, ctx.clock.now()));
}

export function deleteGroup(ctx: Context, caller: Caller, id: string): Promise<Outcome<undefined>> {
  return changingTree(ctx, caller, async (trx) => {
    const group = await findGroup(trx, caller, id);
    if (group === undefined) return refused('not-found');
    const { groupId, name, parentId } = group;
    if (groupId === caller.groupId || parentId === null) return refused('own-group-fixed');
    await lockGroup(trx, caller.customerId, groupId);
    const now = ctx.clock.now();
    const contents = await countContents(trx, caller.customerId, groupId, now);
    const refusal = deletionRefusal(contents);
    if (refusal !== undefined) return refused(refusal);
    const { userName } = caller;
    await markGroupDeleted(trx, caller.customerId, groupId, { now, userName });
    await logGroups(ctx, trx, caller, 'delete group', {
      group: { id: groupId, name },
      below: parentId,
      rules: contents.rules,
      windows: contents.windows,
    });
    return done(undefined);
  });
}
