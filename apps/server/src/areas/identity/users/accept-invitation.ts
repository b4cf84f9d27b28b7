/** Accepts an invitation link; its holder chooses the first password. */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Context } from '../../../context.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { sha256 } from '../../shared/secrets/session-secret.ts';
import { replacePassword } from '../accounts/account-queries.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { isWeakPassword } from '../passwords/password-rule.ts';
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
  return ctx.database.transaction(async (trx) => {
    const { customerId, userId, userName, passwordHash: oldHash } = account;
    if (!(await takeInvitation(trx, tokenHash))) return refused('invitation-over');
    const change = { customerId, userId, oldHash, newHash, now };
    if (!(await replacePassword(trx, change))) return refused('invitation-over');
    await writeLog(
      trx,
      { ...account, tokenHash: null, address },
      {
        at: now,
        module: LOG_MODULES.users,
        command: 'accept invitation',
        detail: { user: { id: userId, name: userName } },
      },
    );
    return done({ userName });
  });
}
