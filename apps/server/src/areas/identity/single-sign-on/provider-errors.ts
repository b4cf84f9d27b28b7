/** Translates the errors of openid-client and of the outgoing requests into refusals. */
import type { Refusal } from '@busbar/domain/refusal';
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { OutboundError } from '../../shared/outbound/guarded-fetch.ts';

/** Error codes of openid-client that are not an invalid answer of the provider. */
const CLIENT_ERRORS: Readonly<Record<string, Refusal>> = {
  OAUTH_TIMEOUT: 'sso-provider-unreachable',
  OAUTH_ABORT: 'sso-provider-unreachable',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'sso-clock-wrong',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'sso-issuer-wrong',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'sso-provider-invalid',
  OAUTH_REQUEST_PROTOCOL_FORBIDDEN: 'sso-provider-invalid',
  OAUTH_MISSING_SERVER_METADATA: 'sso-provider-invalid',
  OAUTH_INVALID_SERVER_METADATA: 'sso-provider-invalid',
};

/** Errors of the token endpoint (RFC 6749 5.2). The provider chooses the text that is looked up. */
const TOKEN_ERRORS: ReadonlyMap<string, Refusal> = new Map([
  ['invalid_client', 'sso-client-refused'],
  ['unauthorized_client', 'sso-client-refused'],
  ['invalid_grant', 'sso-over'],
]);

/** Reasons of outgoing requests that were answered, but not by a usable provider. */
const UNUSABLE: readonly OutboundError['reason'][] = ['too-large', 'status'];

/** Throws the error if it does not come from the provider or the way to it. */
export function refusalOf(error: unknown): Refusal {
  const outbound = causes(error).find((one) => one instanceof OutboundError);
  if (outbound !== undefined) {
    return UNUSABLE.includes(outbound.reason) ? 'sso-provider-invalid' : 'sso-provider-unreachable';
  }
  if (error instanceof AuthorizationResponseError) return 'sso-denied';
  if (error instanceof ResponseBodyError)
    return TOKEN_ERRORS.get(error.error) ?? 'sso-answer-invalid';
  if (error instanceof WWWAuthenticateChallengeError) return 'sso-client-refused';
  if (isUnreadableKey(error)) return 'sso-answer-invalid';
  if (!(error instanceof ClientError)) throw error;
  if (error.code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' && isAboutIssuer(error)) {
    return 'sso-issuer-wrong';
  }
  return CLIENT_ERRORS[error.code ?? ''] ?? 'sso-answer-invalid';
}

/** The library does not check the types of all fields of the keys that a provider publishes. */
const isUnreadableKey = (error: unknown): boolean =>
  error instanceof TypeError &&
  (error.message.includes("'importKey'") || (error.stack ?? '').includes('oauth4webapi'));

function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && found.length < 5; one = one.cause) found.push(one);
  return found;
}

/** The innermost cause describes the claim. */
const isAboutIssuer = (error: ClientError): boolean =>
  causes(error).some(({ cause }) => (cause as { claim?: unknown } | undefined)?.claim === 'iss');
