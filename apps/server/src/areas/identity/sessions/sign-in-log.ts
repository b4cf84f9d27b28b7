/**
 * Records successful and failed sign-ins in the operation log: the account, the address and the
 * method. A name without an account costs the same work and writes nothing (docs/promises.md T8).
 */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import type { Refusal } from '@busbar/domain/refusal';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import type { Account } from '../accounts/account-queries.ts';

/** Command of an entry of the operation log. */
export const SIGN_IN = 'sign in';

/** The last proof that the user presented. */
export type SignInWay = 'password' | 'code' | 'recovery-code' | 'provider';

export interface SignInTry {
  readonly way: SignInWay;
  readonly address: string;
  readonly client: string;
  /** Absent if the sign-in succeeded. */
  readonly refusal?: Refusal;
  /** Hash of the token of the new session. */
  readonly tokenHash?: Buffer;
}

type Whose = Pick<Account, 'customerId' | 'groupId' | 'userId' | 'userName'>;

export function logSignIn(
  executor: Executor,
  account: Whose,
  at: number,
  { way, address, client, refusal, tokenHash = undefined }: SignInTry,
): Promise<void> {
  const actor = { ...account, tokenHash: tokenHash ?? null, address };
  return writeLog(executor, actor, {
    at,
    module: LOG_MODULES.signIn,
    command: SIGN_IN,
    status: refusal === undefined ? 'done' : `refused:${refusal}`,
    detail: { way, client },
  });
}

/** Thrown to roll back the transaction for a name without an account. */
class Nobody extends Error {}

const NOBODY: Whose = { customerId: 0, groupId: 0, userId: 0, userName: '' };

export async function logFailedSignIn(
  ctx: Context,
  account: Whose | undefined,
  failed: SignInTry & { readonly refusal: Refusal },
): Promise<void> {
  try {
    await ctx.database.transaction(async (trx) => {
      await logSignIn(trx, account ?? NOBODY, ctx.clock.now(), failed);
      if (account === undefined) throw new Nobody();
    });
  } catch (error) {
    if (!(error instanceof Nobody)) throw error;
  }
}
