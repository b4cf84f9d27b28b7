/** Accepts an invitation link; its holder chooses the first password. */

import { LOG_MODULES } from '@busbar/domain/audit/log-words';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { writeAuditEvent } from '../../shared/operation-log/write-log.ts';
import { sha256 } from '../../shared/secrets/session-secret.ts';
import { type Account, findAccountOf, replacePassword } from '../accounts/account-queries.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { isWeakPassword } from '../passwords/password-rule.ts';

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
    await writeAuditEvent(
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

/**
 * Returns the account if the link is valid: it has not expired, and the password for which it was
 * issued is unchanged.
 */
async function findInvited(ctx: Context, tokenHash: Buffer): Promise<Account | undefined> {
  const { db } = ctx.database;
  const invitation = await db
    .selectFrom('invitation')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', instant(ctx.clock.now()))
    .select(['customer_id as customerId', 'user_id as userId', 'password_hash as passwordHash'])
    .executeTakeFirst();
  if (invitation === undefined) return undefined;
  const account = await findAccountOf(db, invitation);
  const isSame = account?.passwordHash === invitation.passwordHash;
  return isSame && !account.disabled ? account : undefined;
}

async function takeInvitation(trx: Executor, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('invitation')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function forgetOldInvitations(ctx: Context): Promise<void> {
  await ctx.database.db
    .deleteFrom('invitation')
    .where('expires_at', '<=', instant(ctx.clock.now()))
    .execute();
}
