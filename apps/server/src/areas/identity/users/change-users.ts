/**
 * Common part of every change to another user: serialized with other changes of permissions,
 * limited to users in scope whose permissions do not exceed the caller's, and recorded as an audit
 * event. At least one user of the customer who can grant permissions must remain. Ended sessions
 * are published after the commit.
 */
import { isRightsAdministrator } from '@busbar/domain/access/own-role';
import { manageRefusal } from '@busbar/domain/access/user-rule';
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { lockRightsOf } from '../../shared/rights/caller-rights-queries.ts';
import { hasRightsAdministrator } from '../../shared/rights/rights-administrator-queries.ts';
import { publishEnded } from '../sessions/session-service.ts';
import { findUser, type User } from './user-queries.ts';

/** Event names in the log; the web client translates them. */
export type UserAction =
  | 'add user'
  | 'change user'
  | 'disable user'
  | 'enable user'
  | 'unlock user'
  | 'reset password'
  | 'sign user out'
  | 'end session of user'
  | 'remove second factor'
  | 'unlink provider account';

export interface UserStep {
  readonly command: UserAction;
  /** Details a reader needs to understand the event; never a secret. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Token hashes of the sessions that the step ended. */
  readonly ended?: readonly Buffer[];
}

/** Thrown to roll back the transaction if no user would be left who can grant permissions. */
class NoRightsAdministrator extends Error {}

/** If `work` returns undefined, nothing had to be changed and no event is written. */
export async function changingUser(
  ctx: Context,
  caller: Caller,
  id: string,
  work: (trx: Executor, user: User) => Promise<Outcome<UserStep | undefined>>,
): Promise<Outcome<User>> {
  const { customerId } = caller;
  let ended: readonly Buffer[] = [];
  try {
    const outcome = await ctx.database.transaction(async (trx): Promise<Outcome<User>> => {
      const now = ctx.clock.now();
      const lost = await lockRightsOf(trx, caller, now);
      if (lost !== undefined) return refused(lost);
      const user = await findUser(trx, caller, id, now, { hold: true });
      if (user === undefined) return refused('not-found');
      const refusal = manageRefusal(caller, user);
      if (refusal !== undefined) return refused(refusal);
      const step = await work(trx, user);
      if (!step.ok) return step;
      if (step.value === undefined) return done(user);
      if (wasRightsAdministrator(user) && !(await hasRightsAdministrator(trx, customerId)))
        throw new NoRightsAdministrator();
      await logUser(ctx, trx, caller, user, step.value);
      ended = step.value.ended ?? [];
      return done(user);
    });
    if (outcome.ok) publishEnded(ctx, ended);
    return outcome;
  } catch (error) {
    if (error instanceof NoRightsAdministrator) return refused('role-last-keeper');
    throw error;
  }
}

const wasRightsAdministrator = (user: User): boolean =>
  !user.disabled && user.inRoot && isRightsAdministrator(user);

export function logUser(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  user: Pick<User, 'userId' | 'userName'>,
  { command, detail = {} }: UserStep,
): Promise<void> {
  return writeLog(trx, caller, {
    at: ctx.clock.now(),
    module: LOG_MODULES.users,
    command,
    detail: { user: { id: user.userId, name: user.userName }, ...detail },
  });
}
