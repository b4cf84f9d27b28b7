/**
 * Finishes a sign-in at a provider with the answer that the browser brought to the callback. The
 * attempt is consumed before the code is exchanged, so an answer works once.
 */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { parseId } from '../../shared/identifier.ts';
import { idTokenOf } from '../../shared/installation/sealed-columns.ts';
import { secretsOf } from '../../shared/installation/sealed-secrets.ts';
import { findAccountOf } from '../accounts/account-queries.ts';
import { ssoOfAddress } from '../guessing/throttle-buckets.ts';
import { returnPlaces } from '../guessing/throttle-queries.ts';
import { afterFirstProof, type FirstProofResult } from '../login/after-first-proof.ts';
import type { ClientFacts } from '../login/open-session.ts';
import type { UserKey } from '../second-factor/second-factor-queries.ts';
import { type Attempt, takeAttempt } from './attempt-queries.ts';
import { attemptSecrets, browserHash, readBrowserSecret, stateHash } from './browser-secret.ts';
import { type ExternalUser, exchangeCode } from './exchange-code.ts';
import { linkIdentity } from './link-identity.ts';
import { prepareUser } from './prepare-user.ts';
import { findProvider, type Provider } from './provider-queries.ts';
import { logRefusedStranger } from './refused-stranger.ts';

export interface ProviderAnswer {
  /** Customer of the callback address. */
  readonly customer: string;
  /** Query of the callback address. */
  readonly query: string;
  readonly ssoCookie: string | undefined;
  readonly signal: AbortSignal;
}

export type Finished =
  | { readonly kind: 'linked'; readonly returnPath: string }
  | { readonly kind: 'signed-in'; readonly returnPath: string; readonly result: FirstProofResult };

export async function finishSignIn(
  ctx: Context,
  answer: ProviderAnswer,
  caller: Caller | undefined,
  facts: ClientFacts,
): Promise<Outcome<Finished>> {
  const { db } = ctx.database;
  const query = new URLSearchParams(answer.query);
  const [state, secret] = [query.get('state'), readBrowserSecret(answer.ssoCookie)];
  const customerId = parseId(answer.customer);
  if (state === null || secret === undefined || customerId === undefined) {
    return refused('sso-over');
  }
  const hashes = { stateHash: stateHash(state), browserHash: browserHash(secret) };
  const attempt = await takeAttempt(db, { customerId, ...hashes }, ctx.clock.now());
  if (attempt === undefined) return refused('sso-over');
  const provider = await findProvider(db, secretsOf(ctx.config), customerId);
  if (provider?.revision !== attempt.revision || provider.issuer !== attempt.issuer) {
    return refused('sso-over');
  }
  const secrets = attemptSecrets(secret, state);
  const found = await exchangeCode(ctx, provider, query, secrets, answer.signal);
  if (!found.ok) return found;
  const { returnPath } = attempt;
  if (attempt.userId !== null) {
    const linked = await linkIdentity(ctx, caller, attempt, provider, found.value);
    return linked.ok ? done({ kind: 'linked', returnPath }) : linked;
  }
  const result = await signIn(ctx, provider, attempt, found.value, facts);
  // Links charged nothing. A sign-in that needs a code is completed by `loginWithCode`.
  if (result.ok && result.value.ok) await returnPlaces(db, [ssoOfAddress(facts.address)]);
  return result.ok ? done({ kind: 'signed-in', returnPath, result: result.value }) : result;
}

async function signIn(
  ctx: Context,
  provider: Provider,
  attempt: Attempt,
  external: ExternalUser,
  facts: ClientFacts,
): Promise<Outcome<FirstProofResult>> {
  const { customerId } = provider;
  const prepared = await prepareUser(ctx, provider, attempt, external, facts);
  if (!prepared.ok) {
    await logRefusedStranger(ctx, provider, external, facts, prepared.refusal);
    return prepared;
  }
  const userId = prepared.value;
  const account = await findAccountOf(ctx.database.db, { customerId, userId });
  if (account === undefined) return refused('sso-no-account');
  const { issuer, revision } = attempt;
  const idToken = sealedToken(ctx, { customerId, userId }, external);
  const { mustChangePassword } = account;
  const proof = { mustChangePassword, way: 'provider' } as const;
  const used = { issuer, revision, idToken };
  return done(await afterFirstProof(ctx, facts, account, { ...proof, provider: used }));
}

/** Larger tokens would let a provider fill the database. Signing out works without the token. */
const MAX_STORED_TOKEN = 8_192;

function sealedToken(
  { config }: Context,
  { customerId, userId }: UserKey,
  { idToken }: ExternalUser,
): string | null {
  if (idToken.length > MAX_STORED_TOKEN) return null;
  return secretsOf(config).seal(idTokenOf(customerId, userId), idToken);
}
