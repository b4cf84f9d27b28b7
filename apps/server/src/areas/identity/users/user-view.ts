/** The view of a user for the caller: its state, and whether the caller may change it. */
import { manageRefusal, type UserState } from '@busbar/domain/access/user-rule';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { findGroup } from '../../fleet/groups/group-queries.ts';
import { countActiveKeys } from '../api-keys/api-key-queries.ts';
import {
  listSessions,
  listSignIns,
  type OpenSession,
  type SignIn,
} from '../login/own-access-queries.ts';
import { findUser, listUsers, type User, type UserFilter, type UserPage } from './user-queries.ts';

export interface ShownUser extends User {
  readonly state: UserState;
  readonly changeable: boolean;
}

function shown(caller: Caller, user: User): ShownUser {
  return { ...user, state: stateOf(user), changeable: manageRefusal(caller, user) === undefined };
}

function stateOf({ disabled, locked, lastSignInAt, mustChangePassword }: User): UserState {
  if (disabled) return 'disabled';
  if (locked) return 'locked';
  return lastSignInAt === null && mustChangePassword ? 'invited' : 'active';
}

export interface UserQuery extends Omit<UserFilter, 'groupId'> {
  readonly group?: string | undefined;
}

export async function findUsers(
  ctx: Context,
  caller: Caller,
  { group: named, ...filter }: UserQuery,
  page: UserPage,
): Promise<Outcome<{ users: ShownUser[]; total: number }>> {
  const { db } = ctx.database;
  const group = named === undefined ? undefined : await findGroup(db, caller, named);
  if (named !== undefined && group === undefined) return refused('not-found', 'group');
  const chosen = { ...filter, groupId: group?.groupId };
  const { users, total } = await listUsers(db, caller, chosen, page, ctx.clock.now());
  return done({ users: users.map((user) => shown(caller, user)), total });
}

export interface UserInFull {
  readonly user: ShownUser;
  readonly sessions: readonly OpenSession[];
  readonly signIns: readonly SignIn[];
  /** Number of active API keys that the user has created; they outlive the access of the user. */
  readonly apiKeys: number;
}

export async function findUserInFull(
  ctx: Context,
  caller: Caller,
  id: string,
): Promise<Outcome<UserInFull>> {
  const { db } = ctx.database;
  const now = ctx.clock.now();
  const user = await findUser(db, caller, id, now);
  if (user === undefined) return refused('not-found');
  const { customerId } = caller;
  const whose = { customerId, userId: user.userId };
  return done({
    user: shown(caller, user),
    sessions: await listSessions(db, whose, now),
    signIns: await listSignIns(db, whose),
    apiKeys: await countActiveKeys(db, customerId, now, user.userId),
  });
}
