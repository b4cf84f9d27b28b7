/** The own password: changing it, and giving it again before something grave. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { parseId } from '../identifier.ts';
import { findPasswordHash, replacePassword } from './account-repository.ts';
import { guess } from './guess.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { isWeakPassword } from './password-rule.ts';
import { deleteSessionsOfUser } from './session-repository.ts';
import { publishEnded } from './session-service.ts';
import { clearPlaces } from './throttle.ts';
import { ownPassword } from './throttle-buckets.ts';

/**
 * Whether this is the caller's own password, for operations that ask for it again:
 * `old-password-wrong` when not, `too-many-attempts` when guessed at.
 */
export async function confirmPassword(
  ctx: Context,
  caller: Caller,
  password: string,
): Promise<Outcome<true>> {
  const outcome = await checkOwn(ctx, caller, password);
  return outcome.ok ? done(true) : outcome;
}

/** The hash that matched. */
async function checkOwn(
  ctx: Context,
  { customerId, userId }: Caller,
  password: string,
): Promise<Outcome<string>> {
  const place = ownPassword(customerId, userId);
  const hash = await findPasswordHash(ctx.database.db, customerId, userId);
  return guess(ctx, {
    places: [place],
    judge: () => verifyPassword(hash, password),
    wrong: refused('old-password-wrong'),
    right: async (db) => {
      await clearPlaces(db, [place]);
      return hash === undefined ? refused('old-password-wrong') : done(hash);
    },
  });
}

export interface PasswordChange {
  /** Compared with the caller, never believed; absent: the caller. */
  readonly userId?: string | number | undefined;
  readonly oldPassword: string;
  readonly newPassword: string;
}

/** Changes the caller's own password and ends every session of the account, this one too. */
export async function changePassword(
  ctx: Context,
  caller: Caller,
  change: PasswordChange,
): Promise<Outcome<true>> {
  if (change.userId !== undefined && parseId(change.userId) !== caller.userId) {
    return refused('forbidden', 'userId');
  }
  if (change.oldPassword === '') return refused('info-required', 'oldPassword');
  if (change.newPassword === '') return refused('info-required', 'newPassword');
  const old = await checkOwn(ctx, caller, change.oldPassword);
  if (!old.ok) return old;
  if (change.newPassword === change.oldPassword) {
    return refused('password-unchanged', 'newPassword');
  }
  if (isWeakPassword(change.newPassword, caller.userName)) {
    return refused('password-too-weak', 'newPassword');
  }
  const newHash = await hashPassword(change.newPassword);
  if (newHash === undefined) return refused('too-many-attempts');
  const ended = await ctx.database.transaction(async (trx) => {
    const { customerId, userId } = caller;
    const now = ctx.clock.now();
    const changed = { customerId, userId, oldHash: old.value, newHash, now };
    if (!(await replacePassword(trx, changed))) return undefined;
    return deleteSessionsOfUser(trx, customerId, userId);
  });
  // Changed from elsewhere in the meantime: the password given is the old one no more.
  if (ended === undefined) return refused('old-password-wrong', 'oldPassword');
  publishEnded(ctx, ended);
  return done(true);
}
