/** Lists the group tree with counts; adds and renames groups (docs/decisions.md 1 and 21). */
import { groupRefusal, nameRefusal } from '@busbar/domain/access/group-tree';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import { randomId } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';
import { lockPair } from '../../shared/lock-queries.ts';
import { likeAnywhere, plainText } from '../../shared/plain-text.ts';
import { lockRightsOf } from '../../shared/rights/caller-rights-queries.ts';
import { logGroups } from './group-log.ts';
import { findGroup } from './group-queries.ts';
import {
  type CountedGroup,
  insertGroup,
  listCountedGroups,
  readTree,
  writeGroupName,
} from './group-tree-queries.ts';
import { type ListedUser, listUsers } from './placed-queries.ts';

export interface ShownGroup extends CountedGroup {
  /** Number of devices, including those of all subgroups. */
  readonly allDevices: number;
  readonly allUsers: number;
}

export async function findGroups(ctx: Context, caller: Caller): Promise<ShownGroup[]> {
  const groups = await listCountedGroups(ctx.database.db, caller);
  const sums = new Map(groups.map(({ groupId }) => [groupId, { allDevices: 0, allUsers: 0 }]));
  for (const { path, devices, users } of groups) {
    for (const groupId of path) {
      const sum = sums.get(groupId);
      if (sum === undefined) continue;
      sum.allDevices += devices;
      sum.allUsers += users;
    }
  }
  return groups.map((group) => ({ ...group, ...sums.get(group.groupId)! }));
}

/** Runs `work` serialized with all other changes of the customer's tree. */
export function changingTree<T>(
  ctx: Context,
  caller: Caller,
  work: (trx: Executor) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return ctx.database.transaction(async (trx) => {
    // Moving a user to another group changes that user's permissions.
    const lost = await lockRightsOf(trx, caller, ctx.clock.now());
    if (lost !== undefined) return refused(lost);
    await lockPair(trx, 'groupTree', caller.customerId);
    return work(trx);
  });
}

const DRAWS = 5;

export function addGroup(
  ctx: Context,
  caller: Caller,
  { parent: parentId, name: given }: { readonly parent: string; readonly name: string },
): Promise<Outcome<{ groupId: number }>> {
  return changingTree(ctx, caller, async (trx) => {
    const parent = await findGroup(trx, caller, parentId);
    if (parent === undefined) return refused('group-unknown', 'parent');
    const name = plainText(given);
    const tree = await readTree(trx, caller.customerId);
    const refusal = groupRefusal(tree, parent, name);
    if (refusal !== undefined) return refused(refusal, 'name');
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const groupId = randomId(ctx.random);
      const { customerId } = caller;
      const path = [...parent.path, groupId];
      const now = ctx.clock.now();
      if (
        !(await insertGroup(trx, {
          customerId,
          groupId,
          parentId: parent.groupId,
          name,
          path,
          now,
        }))
      )
        continue;
      await logGroups(ctx, trx, caller, 'add group', {
        group: { id: groupId, name },
        below: { id: parent.groupId, name: parent.name },
      });
      return done({ groupId });
    }
    throw new Error(`No free group id in ${DRAWS} draws.`);
  });
}

/** `was` is the name as the caller read it; the second of two concurrent renames is refused. */
export function renameGroup(
  ctx: Context,
  caller: Caller,
  id: string,
  { name: given, was }: { readonly name: string; readonly was: string },
): Promise<Outcome<undefined>> {
  return changingTree(ctx, caller, async (trx) => {
    const group = await findGroup(trx, caller, id);
    if (group === undefined) return refused('not-found');
    if (group.name !== was) return refused('group-changed', 'was');
    const name = plainText(given);
    const tree = await readTree(trx, caller.customerId);
    const refusal = nameRefusal(tree, group.parentId, name, group.groupId);
    if (refusal !== undefined) return refused(refusal, 'name');
    if (name === group.name) return done(undefined);
    await writeGroupName(trx, caller.customerId, group.groupId, name);
    await logGroups(ctx, trx, caller, 'rename group', {
      group: { id: group.groupId, name },
      before: group.name,
    });
    return done(undefined);
  });
}

export interface UserQuery {
  readonly keyword: string;
  /** Limits the list to the user with this id. */
  readonly only?: string | undefined;
  /** Starts at 1. */
  readonly page: number;
  readonly pageSize: number;
}

export async function findGroupUsers(
  ctx: Context,
  caller: Caller,
  id: string,
  { keyword, only, page, pageSize }: UserQuery,
): Promise<Outcome<{ users: ListedUser[]; total: number }>> {
  const { db } = ctx.database;
  const group = await findGroup(db, caller, id);
  if (group === undefined) return refused('not-found');
  const scope = { customerId: caller.customerId, groupId: group.groupId };
  return done(
    await listUsers(db, scope, {
      keyword: plainText(keyword) === '' ? '' : likeAnywhere(keyword),
      // An invalid id must match no user.
      only: only === undefined ? undefined : (parseId(only) ?? 0),
      limit: pageSize,
      offset: (page - 1) * pageSize,
    }),
  );
}
