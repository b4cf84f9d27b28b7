/** The audit event of a sign-in that a provider confirmed and that gives no access. */
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import type { Refusal } from '@busbar/domain/refusal';
import type { Context } from '../../../context.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { findAccountOf } from '../accounts/account-queries.ts';
import type { ClientFacts } from '../login/open-session.ts';
import type { ExternalUser } from './exchange-code.ts';
import { findIdentity } from './identity-queries.ts';
import { findRootGroup } from './provider-group-queries.ts';
import type { Provider } from './provider-queries.ts';

export async function logRefusedStranger(
  ctx: Context,
  { customerId, issuer }: Provider,
  { subject }: ExternalUser,
  { address, client }: ClientFacts,
  refusal: Refusal,
): Promise<void> {
  const { db } = ctx.database;
  const identity = await findIdentity(db, { customerId, issuer, subject });
  const user = identity && (await findAccountOf(db, { customerId, userId: identity.userId }));
  const actor = {
    customerId,
    groupId: user?.groupId ?? (await findRootGroup(db, customerId)),
    userId: user?.userId ?? null,
    userName: user?.userName ?? '',
    tokenHash: null,
    address,
  };
  await ctx.database.transaction((trx) =>
    writeLog(trx, actor, {
      at: ctx.clock.now(),
      module: LOG_MODULES.signIn,
      command: 'sign in',
      status: `refused:${refusal}`,
      detail: { way: 'provider', client, subject },
    }),
  );
}
