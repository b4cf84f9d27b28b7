/** Queries for invitations. Only the hash of an invitation's token is stored. */

import { snakeCaseKeys } from '@busbar/domain/key-case';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { type Account, findAccountOf } from '../accounts/account-queries.ts';

/**
 * Returns the account if the link is valid: it has not expired, and the password for which it was
 * issued is unchanged.
 */
export async function findInvited(
  ctx: Context,
  tokenHash: Buffer,
): Promise<(Account & { readonly isReset: boolean }) | undefined> {
  const { db } = ctx.database;
  const invitation = await db
    .selectFrom('invitation')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', instant(ctx.clock.now()))
    .select([
      'customer_id as customerId',
      'user_id as userId',
      'password_hash as passwordHash',
      'is_reset as isReset',
    ])
    .executeTakeFirst();
  if (invitation === undefined) return undefined;
  const account = await findAccountOf(db, invitation);
  const isSame = account?.passwordHash === invitation.passwordHash;
  return isSame && account.hasPassword && !account.disabled
    ? { ...account, isReset: invitation.isReset }
    : undefined;
}

export async function takeInvitation(trx: Executor, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('invitation')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function purgeOldInvitations(ctx: Context): Promise<void> {
  await ctx.database.db
    .deleteFrom('invitation')
    .where('expires_at', '<=', instant(ctx.clock.now()))
    .execute();
}

export interface NewInvitation {
  readonly tokenHash: Buffer;
  readonly customerId: number;
  readonly userId: number;
  readonly passwordHash: string;
  /** Epoch ms. */
  readonly expiresAt: number;
  /** True if the user forgot the password. */
  readonly isReset: boolean;
}

/**
 * Returns false if `to` is no longer the address for links of the user. The row of the user is locked,
 * so that a correction of the address either comes first or deletes the invitation.
 */
export async function insertInvitation(
  { database }: Pick<Context, 'database'>,
  invitation: NewInvitation,
  to: string,
): Promise<boolean> {
  return database.transaction(async (trx) => {
    const user = await trx
      .selectFrom('user_account')
      .select('user_id')
      .where('customer_id', '=', invitation.customerId)
      .where('user_id', '=', invitation.userId)
      .where('reset_mail', '=', to)
      .forUpdate()
      .executeTakeFirst();
    if (user === undefined) return false;
    await trx
      .insertInto('invitation')
      .values({ ...snakeCaseKeys(invitation), expires_at: instant(invitation.expiresAt) })
      .execute();
    return true;
  });
}
