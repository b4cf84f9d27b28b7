/** Exchanges the code of an answer for the claims of the user. */
import { claimOf, groupsOfClaim } from '@busbar/domain/access/single-sign-on/group-role';
import { isStorable } from '@busbar/domain/access/single-sign-on/storable-text';
import { done, type Outcome, type Refusal, refused } from '@busbar/domain/refusal';
import * as openid from 'openid-client';
import type { Context } from '../../../context.ts';
import type { AttemptSecrets } from './browser-secret.ts';
import { describeError } from './describe-error.ts';
import { openProvider } from './open-provider.ts';
import { refusalOf } from './provider-errors.ts';
import type { Provider } from './provider-queries.ts';
import { callbackUrl } from './sso-addresses.ts';

export interface ExternalUser {
  readonly subject: string;
  readonly groups: readonly string[];
  readonly names: { readonly preferredUsername: unknown; email: unknown; name: unknown };
  readonly idToken: string;
  /** Identifier of the provider's session; undefined if it sent none. */
  readonly sid: string | undefined;
}

/** Longest subject that a provider may use (OpenID Connect Core 2). */
const SUBJECT_LENGTH = 255;
/** Tolerated difference of the clocks, which is that of the library. */
const TOLERATED_S = 30;

export async function exchangeCode(
  ctx: Context,
  provider: Provider,
  answer: URLSearchParams,
  { state, nonce, verifier }: AttemptSecrets,
  signal: AbortSignal,
): Promise<Outcome<ExternalUser>> {
  const { clientSecret } = provider;
  const callback = callbackUrl(ctx.config, provider.customerId);
  if (callback === undefined) return refused('sso-needs-public-url');
  if (clientSecret === undefined) return refused('sso-client-refused');
  const opened = await openProvider(ctx, { ...provider, clientSecret }, signal);
  if (!opened.ok) return refused(opened.refusal);
  const config = opened.value;
  const iss = answer.get('iss');
  if (iss !== null && iss !== config.serverMetadata().issuer) return refused('sso-issuer-wrong');
  callback.search = answer.toString();
  try {
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
    const tokens = await openid.authorizationCodeGrant(config, callback, {
      ...checks,
      idTokenExpected: true,
    });
    const refusal = tokenRefusal(tokens.claims(), provider.clientId, ctx.clock.now());
    if (refusal !== undefined) return refused(refusal);
    const claims = await allClaims(config, tokens, provider.groupClaim);
    if (claims === undefined) return refused('sso-answer-invalid');
    const { sub: subject, preferred_username: preferredUsername, email, name } = claims;
    return done({
      subject,
      groups: groupsOfClaim(claimOf(claims, provider.groupClaim)),
      names: { preferredUsername, email, name },
      idToken: tokens.id_token ?? '',
      sid: sidOf(tokens.claims()),
    });
  } catch (error) {
    const refusal = refusalOf(error);
    const { customerId } = provider;
    ctx.log.warn({ causes: describeError(error), refusal, customerId }, 'sign-in refused');
    return refused(refusal);
  }
}

/**
 * The library checks `azp` only in a token for several clients, and `iat` only in a token that is
 * too old. A token from the future would outlive the time for which the provider meant it.
 */
function tokenRefusal(
  claims: openid.IDToken | undefined,
  clientId: string,
  now: number,
): Refusal | undefined {
  if (claims?.azp !== undefined && claims.azp !== clientId) return 'sso-answer-invalid';
  const isFromFuture = claims !== undefined && claims.iat > now / 1000 + TOLERATED_S;
  return isFromFuture ? 'sso-clock-wrong' : undefined;
}

const isSubject = (sub: string): boolean =>
  sub !== '' && sub.length <= SUBJECT_LENGTH && isStorable(sub);

const sidOf = (claims: openid.IDToken | undefined): string | undefined => {
  const sid = claims?.['sid'];
  return typeof sid === 'string' && sid !== '' ? sid : undefined;
};

type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/**
 * Returns the claims of the ID token and, if they do not contain the groups, those of the user
 * information: some providers send only the subject in the token. Undefined without a subject.
 */
async function allClaims(
  config: openid.Configuration,
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
  groupClaim: string,
): Promise<Claims | undefined> {
  const claims = tokens.claims();
  if (claims === undefined || !isSubject(claims.sub)) return undefined;
  const { userinfo_endpoint: endpoint } = config.serverMetadata();
  if (endpoint === undefined || claimOf(claims, groupClaim) !== undefined) return claims;
  const more = await openid.fetchUserInfo(config, tokens.access_token, claims.sub);
  return { ...more, ...claims };
}
