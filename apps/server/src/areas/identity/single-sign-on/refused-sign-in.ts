/** Audit events of sign-ins at a provider, and of links with it, that were refused. */
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import type { Refusal } from '@busbar/domain/refusal';
import type { Actor } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { findAccountOf } from '../accounts/account-queries.ts';
import { ssoRefusalsOf } from '../guessing/throttle-buckets.ts';
import type { ClientFacts } from '../login/open-session.ts';
import { charge } from '../passwords/guess.ts';
import { SIGN_IN } from '../sessions/sign-in-log.ts';
import type { ExternalUser } from './exchange-code.ts';
import { findIdentity } from './identity-queries.ts';
import { findRootGroupIfAny } from './provider-group-queries.ts';
import { findSealedProvider, type Provider } from './provider-queries.ts';

type Whence = Pick<ClientFacts, 'address' | 'client'>;

/** For a user whom the provider confirmed. */
export async function logRefusedStranger(
  ctx: Context,
  { customerId, issuer }: Provider,
  { subject }: ExternalUser,
  { address, client }: Whence,
  refusal: Refusal,
): Promise<void> {
  const { db } = ctx.database;
  const identity = await findIdentity(db, { customerId, issuer, subject });
  const userId = identity?.userId ?? null;
  await ctx.database.transaction(async (trx) => {
    const actor = await actorOf(trx, { customerId, userId, address });
    await log(ctx, trx, actor, refusal, { way: 'provider', client, subject });
  });
}

export interface RefusedAnswer {
  readonly customerId: number;
  readonly refusal: Refusal;
  /** The user who links an account; null for a sign-in, or if the attempt is unknown. */
  readonly userId: number | null;
}

/** Thrown to roll back the transaction for a customer without a provider. */
class NoProvider extends Error {}

/**
 * For an answer that confirmed no user. Anyone can send one, so the events of an address and of a
 * customer are limited, and a customer without a provider costs the same work (docs/promises.md T8).
 */
export async function logRefusedAnswer(
  ctx: Context,
  { customerId, refusal, userId }: RefusedAnswer,
  { address, client }: Whence,
): Promise<void> {
  if (!(await charge(ctx, ssoRefusalsOf(customerId, address)))) return;
  try {
    await ctx.database.transaction(async (trx) => {
      const provider = await findSealedProvider(trx, customerId);
      const actor = await actorOf(trx, { customerId, userId, address });
      await log(ctx, trx, actor, refusal, { way: 'provider', client });
      if (provider === undefined) throw new NoProvider();
    });
  } catch (error) {
    if (!(error instanceof NoProvider)) throw error;
  }
}

async function actorOf(
  trx: Executor,
  {
    customerId,
    userId,
    address,
  }: Pick<RefusedAnswer, 'customerId' | 'userId'> & Pick<Whence, 'address'>,
): Promise<Actor> {
  const user = userId === null ? undefined : await findAccountOf(trx, { customerId, userId });
  return {
    customerId,
    groupId: user?.groupId ?? (await findRootGroupIfAny(trx, customerId)) ?? 0,
    userId: user?.userId ?? null,
    userName: user?.userName ?? '',
    tokenHash: null,
    address,
  };
}

const log = (
  ctx: Context,
  trx: Executor,
  actor: Actor,
  refusal: Refusal,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> =>
  writeLog(trx, actor, {
    at: ctx.clock.now(),
    module: LOG_MODULES.signIn,
    command: SIGN_IN,
    status: `refused:${refusal}`,
    detail,
  });
