/**
 * The password of the platform administrator from the environment. It is applied at the first start
 * and whenever the variable has another value than before, so that an operator can set a new one, and
 * a password that the administrator has chosen since then survives a restart.
 */
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { findPassword, replacePassword } from '../../identity/accounts/account-queries.ts';
import { hashPassword, verifyPassword } from '../../identity/passwords/password-hash.ts';
import { deleteSessionsOfUser } from '../../identity/sessions/session-queries.ts';
import { readSetting, writeSetting } from '../../shared/installation/installation-queries.ts';

/** Hash of the value that was applied last. */
const APPLIED = 'given_platform_password_hash';

export async function hashed(password: string): Promise<string> {
  const hash = await hashPassword(password);
  if (hash === undefined) throw new Error('Too many passwords are hashed at the start.');
  return hash;
}

export function recordGivenPassword(trx: Executor, hash: string): Promise<unknown> {
  return writeSetting(trx, APPLIED, hash);
}

/** Returns the sessions that a new password ended. */
export async function applyGivenPassword(
  ctx: Context,
  trx: Executor,
  customerId: number,
  userId: number,
): Promise<Buffer[]> {
  const given = ctx.config.platformAdminPassword;
  const oldHash = (await findPassword(trx, customerId, userId))?.passwordHash;
  if (given === undefined || oldHash === undefined) return [];
  const isCurrent = await verifyPassword(oldHash, given);
  const applied = await readSetting(trx, APPLIED);
  if (applied !== undefined && (await verifyPassword(applied, given))) {
    if (!isCurrent) ctx.log.info(CHANGED_SINCE);
    return [];
  }
  const newHash = isCurrent ? oldHash : await hashed(given);
  await recordGivenPassword(trx, newHash);
  if (isCurrent) return [];
  await replacePassword(trx, { customerId, userId, oldHash, newHash, now: ctx.clock.now() });
  ctx.log.info('the password of the platform administrator was set from the environment');
  return deleteSessionsOfUser(trx, customerId, userId);
}

const CHANGED_SINCE =
  'PLATFORM_ADMIN_PASSWORD was applied before and the password was changed since then: it stays as ' +
  'it is; another value of the variable sets it';
