/** Removes the link of another user, who has lost the account at the provider or linked a wrong one. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { passwordRefusal } from '../accounts/password-allowance-queries.ts';
import { changingUser } from '../users/change-users.ts';
import type { User } from '../users/user-queries.ts';
import { deleteIdentity, findIdentityOf } from './identity-queries.ts';
import { deleteProviderSessionsOfUser } from './provider-session-queries.ts';

/** The user keeps the password; the sessions that the provider opened end. */
export function unlinkUser(ctx: Context, caller: Caller, id: string): Promise<Outcome<User>> {
  return changingUser(ctx, caller, id, async (trx, { userId }) => {
    const user = { customerId: caller.customerId, userId };
    const identity = await findIdentityOf(trx, user);
    if (identity === undefined) return refused('sso-not-linked');
    if (identity.isCreated) return refused('sso-created-stays');
    // Without the link, the password could be used again.
    if ((await passwordRefusal(trx, user)) !== undefined) return refused('sso-link-required');
    await deleteIdentity(trx, user);
    const ended = await deleteProviderSessionsOfUser(trx, user);
    const detail = { provider: identity.issuer, sessions: ended.length };
    return done({ command: 'unlink provider account', detail, ended });
  });
}
