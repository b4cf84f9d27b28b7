/**
 * Finishes a sign-in at a provider with the answer that the browser brought to the callback. The
 * attempt is consumed before the code is exchanged, so an answer works once.
 */
import { done, type Outcome, type Refused, refused } from '@busbar/domain/refusal';
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
import type { ProviderProof } from '../sessions/current-provider-queries.ts';
import { type Attempt, takeAttempt } from './attempt-queries.ts';
import { attemptSecrets, browserHash, readBrowserSecret, stateHash } from './browser-secret.ts';
import { type ExternalUser, exchangeCode } from './exchange-code.ts';
import { linkIdentity } from './link-identity.ts';
import { prepareUser } from './prepare-user.ts';
import { findProvider, type Provider } from './provider-queries.ts';
import { sessionIdHash } from './provider-session-queries.ts';
import { logRefusedAnswer, logRefusedStranger } from './refused-sign-in.ts';

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
  const customerId = parseId(answer.customer);
  if (customerId === undefined) return refused('sso-over');
  const begunAt = ctx.clock.now();
  const attempt = await takeAnswered(ctx, customerId, answer);
  const confirmed =
    attempt === undefined ? refused('sso-over') : await confirm(ctx, answer, attempt);
  if (attempt === undefined || !confirmed.ok) {
    const { refusal } = confirmed as Refused;
    const userId = attempt?.userId ?? null;
    await logRefusedAnswer(ctx, { customerId, userId, refusal }, facts);
    return refused(refusal);
  }
  const { provider, external } = confirmed.value;
  const { returnPath, userId } = attempt;
  if (userId !== null) {
    const linked = await linkIdentity(ctx, caller, attempt, provider, external);
    if (linked.ok) return done({ kind: 'linked', returnPath });
    await logRefusedAnswer(ctx, { customerId, userId, refusal: linked.refusal }, facts);
    return linked;
  }
  const result = await signIn(ctx, provider, { ...attempt, begunAt }, external, facts);
  // Links charged nothing. A sign-in that needs a code is completed by `loginWithCode`.
  if (result.ok) await returnPlaces(ctx.database.db, [ssoOfAddress(facts.address)]);
  if (!result.ok && !('challenge' in result)) {
    await logRefusedStranger(ctx, provider, external, facts, result.refusal);
  }
  return result.ok || 'challenge' in result
    ? done({ kind: 'signed-in', returnPath, result })
    : result;
}

/** Returns undefined unless this browser has begun a sign-in with the state of the answer. */
async function takeAnswered(
  ctx: Context,
  customerId: number,
  { query, ssoCookie }: ProviderAnswer,
): Promise<Attempt | undefined> {
  const [state, secret] = [new URLSearchParams(query).get('state'), readBrowserSecret(ssoCookie)];
  if (state === null || secret === undefined) return undefined;
  const hashes = { stateHash: stateHash(state), browserHash: browserHash(secret) };
  return takeAttempt(ctx.database.db, { customerId, ...hashes }, ctx.clock.now());
}

interface Confirmed {
  readonly provider: Provider;
  readonly external: ExternalUser;
}

async function confirm(
  ctx: Context,
  { query: text, ssoCookie, signal }: ProviderAnswer,
  { customerId, revision, issuer }: Attempt,
): Promise<Outcome<Confirmed>> {
  const provider = await findProvider(ctx.database.db, secretsOf(ctx.config), customerId);
  if (provider?.revision !== revision || provider.issuer !== issuer) return refused('sso-over');
  const query = new URLSearchParams(text);
  // `takeAnswered` has read both.
  const secrets = attemptSecrets(readBrowserSecret(ssoCookie)!, query.get('state')!);
  const found = await exchangeCode(ctx, provider, query, secrets, signal);
  return found.ok ? done({ provider, external: found.value }) : found;
}

async function signIn(
  ctx: Context,
  provider: Provider,
  attempt: Attempt & Pick<ProviderProof, 'begunAt'>,
  external: ExternalUser,
  facts: ClientFacts,
): Promise<FirstProofResult> {
  const { customerId } = provider;
  const prepared = await prepareUser(ctx, provider, attempt, external, facts);
  if (!prepared.ok) return prepared;
  const userId = prepared.value;
  const account = await findAccountOf(ctx.database.db, { customerId, userId });
  if (account === undefined) return refused('sso-no-account');
  const { issuer, revision, begunAt } = attempt;
  const { subject, sid } = external;
  const sidHash = sid === undefined ? null : sessionIdHash(issuer, sid);
  const idToken = sealedToken(ctx, { customerId, userId }, external);
  const { mustChangePassword } = account;
  const proof = { mustChangePassword, way: 'provider' } as const;
  const used = { issuer, revision, subject, sidHash, idToken, begunAt };
  return afterFirstProof(ctx, facts, account, { ...proof, provider: used });
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
