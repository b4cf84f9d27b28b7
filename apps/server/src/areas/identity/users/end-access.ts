/** All ways to revoke and restore a user's access. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { plainText } from '../../shared/plain-text.ts';
import { revokeKeysOf } from '../api-keys/revoke-keys.ts';
import {
  codeOfSignedIn,
  codeOfUser,
  loginOfAccount,
  ownPassword,
} from '../guessing/throttle-buckets.ts';
import { clearPlaces, type Place } from '../guessing/throttle-queries.ts';
import { deleteSessionsByHash, listSessions } from '../login/own-access-queries.ts';
import { deleteFactor } from '../second-factor/second-factor-queries.ts';
import { deleteSessionsOfUser } from '../sessions/session-queries.ts';
import { changingUser } from './change-users.ts';
import { type User, updateUser } from './user-queries.ts';

/** Buckets that count failed attempts on a user from any address. */
export const placesOf = (customerId: number, { userId, userName }: User): Place[] => [
  loginOfAccount(userName),
  codeOfUser(customerId, userId),
  codeOfSignedIn(customerId, userId),
  ownPassword(customerId, userId),
];

/** An action on a user of the caller's customer, identified by id. */
type Step = (ctx: Context, caller: Caller, id: string) => Promise<Outcome<User>>;

export const disableUser: Step = (ctx, caller, id) =>
  changingUser(ctx, caller, id, async (trx, { userId, disabled, hasPassword }) => {
    if (disabled) return done(undefined);
    const { customerId } = caller;
    await updateUser(trx, customerId, userId, { disabled: true });
    const ended = await deleteSessionsOfUser(trx, customerId, userId);
    const now = ctx.clock.now();
    const apiKeys = hasPassword ? 0 : await revokeKeysOf(trx, caller, { userId }, now);
    return done({ command: 'disable user', detail: { sessions: ended.length, apiKeys }, ended });
  });

export const enableUser: Step = (ctx, caller, id) =>
  changingUser(ctx, caller, id, async (trx, { userId, disabled }) => {
    if (!disabled) return done(undefined);
    await updateUser(trx, caller.customerId, userId, { disabled: false });
    return done({ command: 'enable user' });
  });

export const unlockUser: Step = (ctx, caller, id) =>
  changingUser(ctx, caller, id, async (trx, user) => {
    await clearPlaces(trx, placesOf(caller.customerId, user));
    return done({ command: 'unlock user' });
  });

export const signUserOut: Step = (ctx, caller, id) =>
  changingUser(ctx, caller, id, async (trx, { userId }) => {
    const ended = await deleteSessionsOfUser(trx, caller.customerId, userId);
    return done({ command: 'sign user out', detail: { sessions: ended.length }, ended });
  });

export function endUserSession(
  ctx: Context,
  caller: Caller,
  id: string,
  mark: string,
): Promise<Outcome<User>> {
  return changingUser(ctx, caller, id, async (trx, { userId }) => {
    const whose = { customerId: caller.customerId, userId };
    const sessions = await listSessions(trx, whose, ctx.clock.now());
    const session = sessions.find((one) => one.mark === mark);
    if (session === undefined) return refused('not-found');
    const ended = await deleteSessionsByHash(trx, whose, [session.tokenHash]);
    const { address, createdAt } = session;
    return done({ command: 'end session of user', detail: { address, createdAt }, ended });
  });
}

/** Removes the second factor. Sessions stay open, because each was opened with a code. */
export function removeUserFactor(
  ctx: Context,
  caller: Caller,
  id: string,
  given: string,
): Promise<Outcome<User>> {
  const reason = plainText(given);
  return changingUser(ctx, caller, id, async (trx, { userId }) => {
    if (reason === '') return refused('info-required', 'reason');
    const whose = { customerId: caller.customerId, userId };
    if (!(await deleteFactor(trx, whose))) return refused('second-factor-off');
    return done({ command: 'remove second factor', detail: { reason } });
  });
}
