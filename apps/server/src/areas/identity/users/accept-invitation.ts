/**
 * Accepts the link of an invitation or of a forgotten password; its holder chooses the password.
 * Every session that was opened with the earlier one ends.
 */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Context } from '../../../context.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { sha256 } from '../../shared/secrets/session-secret.ts';
import { replacePassword } from '../accounts/account-queries.ts';
import { loginOfAccount, ownPassword } from '../guessing/throttle-buckets.ts';
import { clearPlaces } from '../guessing/throttle-queries.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { isWeakPassword } from '../passwords/password-rule.ts';
import { deleteSessionsOfUser } from '../sessions/session-queries.ts';
import { publishEnded } from '../sessions/session-service.ts';
import { findInvited, takeInvitation } from './invitation-queries.ts';

export interface Acceptance {
  readonly token: string;
  readonly password: string;
  readonly address: string;
}

/** Returns the name to sign in with. */
export async function acceptInvitation(
  ctx: Context,
  { token, password, address }: Acceptance,
): Promise<Outcome<{ userName: string }>> {
  const tokenHash = sha256(token);
  const account = await findInvited(ctx, tokenHash);
  if (account === undefined) return refused('invitation-over');
  if (isWeakPassword(password, account.userName)) return refused('password-too-weak', 'password');
  const newHash = await hashPassword(password);
  if (newHash === undefined) return refused('too-many-attempts');
  const now = ctx.clock.now();
  const { customerId, userId, userName, passwordHash: oldHash, isReset } = account;
  const ended: Buffer[] = [];
  const outcome = await ctx.database.transaction(
    async (trx): Promise<Outcome<{ userName: string }>> => {
      if (!(await takeInvitation(trx, tokenHash))) return refused('invitation-over');
      const change = { customerId, userId, oldHash, newHash, now };
      if (!(await replacePassword(trx, change))) return refused('invitation-over');
      ended.push(...(await deleteSessionsOfUser(trx, customerId, userId)));
      // Failed guesses, for example of the owner, must not keep the new password out.
      await clearPlaces(trx, [loginOfAccount(userName), ownPassword(customerId, userId)]);
      await writeLog(
        trx,
        { ...account, tokenHash: null, address },
        {
          at: now,
          module: LOG_MODULES.users,
          command: isReset ? 'reset password' : 'accept invitation',
          detail: { user: { id: userId, name: userName }, sessions: ended.length },
        },
      );
      return done({ userName });
    },
  );
  if (outcome.ok) publishEnded(ctx, ended);
  return outcome;
}
