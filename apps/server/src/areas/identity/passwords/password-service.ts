/** Changes the caller's own password and confirms it before sensitive operations. */
import type { LogCommand } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, type Refused, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { parseId } from '../../shared/identifier.ts';
import { writeAccess } from '../../shared/operation-log/write-log.ts';
import { findPassword, replacePassword } from '../accounts/account-queries.ts';
import { ownPassword } from '../guessing/throttle-buckets.ts';
import { clearPlaces } from '../guessing/throttle-queries.ts';
import { deleteSessionsOfUser } from '../sessions/session-queries.ts';
import { publishEnded } from '../sessions/session-service.ts';
import { guess } from './guess.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { isWeakPassword } from './password-rule.ts';

/**
 * Checks the caller's own password for operations that require it again. Returns
 * `old-password-wrong` if it is wrong and `too-many-attempts` after too many attempts.
 */
export async function confirmPassword(
  ctx: Context,
  caller: Caller,
  password: string,
): Promise<Outcome<true>> {
  const outcome = await checkOwn(ctx, caller, password);
  if (outcome.ok) return done(true);
  await writeRefused(ctx, caller, 'confirm password', outcome);
  return outcome;
}

/** Attempts are limited, so events are few; a password that was not compared writes no event. */
async function writeRefused(
  ctx: Context,
  caller: Caller,
  command: LogCommand,
  { refusal }: Refused,
): Promise<void> {
  if (refusal !== 'old-password-wrong') return;
  const status = `refused:${refusal}` as const;
  const entry = { at: ctx.clock.now(), command, status, detail: {} };
  await writeAccess(ctx.database.db, caller, entry);
}

/** Returns the hash that matched. */
async function checkOwn(
  ctx: Context,
  { customerId, userId }: Caller,
  password: string,
): Promise<Outcome<string>> {
  const place = ownPassword(customerId, userId);
  const own = await findPassword(ctx.database.db, customerId, userId);
  if (own?.hasPassword === false) return refused('no-own-password');
  const hash = own?.passwordHash;
  return guess(ctx, {
    places: [place],
    validate: () => verifyPassword(hash, password),
    wrong: refused('old-password-wrong'),
    right: async (db) => {
      await clearPlaces(db, [place]);
      return hash === undefined ? refused('old-password-wrong') : done(hash);
    },
  });
}

export interface PasswordChange {
  /** Only compared with the caller's user id, never trusted; defaults to the caller. */
  readonly userId?: string | number | undefined;
  readonly oldPassword: string;
  readonly newPassword: string;
}

/** Changes the caller's own password and ends every session of the account, including this one. */
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
  if (!old.ok) {
    await writeRefused(ctx, caller, 'change password', old);
    return old;
  }
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
    const sessions = await deleteSessionsOfUser(trx, customerId, userId);
    const detail = { sessions: sessions.length };
    await writeAccess(trx, caller, { at: now, command: 'change password', detail });
    return sessions;
  });
  // The password was changed concurrently, so the entered one is no longer current.
  if (ended === undefined) return refused('old-password-wrong', 'oldPassword');
  publishEnded(ctx, ended);
  return done(true);
}
