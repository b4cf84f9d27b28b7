/**
 * Begins a sign-in at the provider of a customer, which the browser opens with the returned URL.
 * The customer is named by the random code of its sign-in address; a wrong code has the same answer
 * as a customer without a provider (docs/promises.md T8).
 */
import { timingSafeEqual } from 'node:crypto';
import { returnPath } from '@busbar/domain/access/single-sign-on/return-path';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import * as openid from 'openid-client';
import type { Context } from '../../../context.ts';
import { secretsOf } from '../../shared/installation/sealed-secrets.ts';
import { randomSecret } from '../../shared/secrets/session-secret.ts';
import { ssoOfAddress } from '../guessing/throttle-buckets.ts';
import { charge } from '../passwords/guess.ts';
import { type Attempt, insertAttempt } from './attempt-queries.ts';
import { browserHash, newAttemptSecrets, readBrowserSecret, stateHash } from './browser-secret.ts';
import { openProvider } from './open-provider.ts';
import {
  findSealedProvider,
  openSealed,
  type Provider,
  type SealedProvider,
} from './provider-queries.ts';
import { callbackUrl, readSignInCode } from './sso-addresses.ts';

export interface BeginFacts {
  readonly address: string;
  /** Value of the cookie, which is reused so that several tabs can sign in. */
  readonly ssoCookie: string | undefined;
  readonly signal: AbortSignal;
}

export interface Begun {
  readonly url: string;
  readonly ssoCookie: string;
}

/**
 * Returns undefined for a wrong code, in the same time as for a customer without a provider. The
 * client secret is not opened here, because anyone can send codes.
 */
export async function findByCode(ctx: Context, code: string): Promise<SealedProvider | undefined> {
  const read = readSignInCode(code);
  if (read === undefined) return undefined;
  const provider = await findSealedProvider(ctx.database.db, read.customerId);
  if (provider === undefined) return undefined;
  const [stored, given] = [Buffer.from(provider.signInKey), Buffer.from(read.signInKey)];
  return stored.length === given.length && timingSafeEqual(stored, given) ? provider : undefined;
}

export async function beginSignIn(
  ctx: Context,
  { code, path }: { readonly code: string; readonly path: string | undefined },
  facts: BeginFacts,
): Promise<Outcome<Begun>> {
  // Attempts that are completed do not count.
  if (!(await charge(ctx, [ssoOfAddress(facts.address)]))) return refused('too-many-attempts');
  const found = await findByCode(ctx, code);
  if (found === undefined) return refused('sso-not-configured');
  const provider = openSealed(secretsOf(ctx.config), found);
  const purpose = { returnPath: returnPath(path), userId: null, tokenHash: null };
  return beginAttempt(ctx, provider, purpose, facts);
}

export async function beginAttempt(
  ctx: Context,
  provider: Provider,
  purpose: Pick<Attempt, 'returnPath' | 'userId' | 'tokenHash'>,
  { ssoCookie, signal }: Omit<BeginFacts, 'address'>,
): Promise<Outcome<Begun>> {
  const { customerId, clientSecret, issuer, revision } = provider;
  const callback = callbackUrl(ctx.config, customerId);
  if (callback === undefined) return refused('sso-needs-public-url');
  if (clientSecret === undefined) return refused('sso-client-refused');
  const opened = await openProvider(ctx, { ...provider, clientSecret }, signal);
  if (!opened.ok) return refused(opened.refusal);
  const secret = readBrowserSecret(ssoCookie) ?? randomSecret(ctx.random);
  const secrets = newAttemptSecrets(secret, ctx.random);
  const hashes = { stateHash: stateHash(secrets.state), browserHash: browserHash(secret) };
  await insertAttempt(
    ctx.database.db,
    { customerId, issuer, revision, ...hashes, ...purpose },
    ctx.clock.now(),
  );
  const url = openid.buildAuthorizationUrl(opened.value, {
    redirect_uri: callback.href,
    scope: scopesOf(opened.value),
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  });
  return done({ url: url.href, ssoCookie: secret });
}

/** Some providers send the groups only for a scope of that name and refuse scopes they lack. */
function scopesOf(config: openid.Configuration): string {
  const { scopes_supported: supported } = config.serverMetadata();
  const wanted = supported === undefined ? ['profile', 'email'] : ['profile', 'email', 'groups'];
  return ['openid', ...wanted.filter((one) => supported?.includes(one) ?? true)].join(' ');
}
