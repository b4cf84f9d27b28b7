/** Verifies a logout token of a provider (OpenID Connect Back-Channel Logout 1.0, 2.6). */
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import type { Published } from '../open-provider.ts';
import { ALGORITHMS } from '../read-metadata.ts';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** A provider sends the token at once; the identifiers of accepted tokens are stored for longer. */
export const MAX_AGE_S = 300;
export const TOLERATED_S = 30;
const MAX_ID_LENGTH = 255;
/** Some providers use the type of any token; another type is a token for another purpose. */
const TYPES = ['logout+jwt', 'jwt'];

export interface LogoutToken {
  readonly tokenId: string;
  /** At least one of the two is present. */
  readonly subject: string | undefined;
  readonly sid: string | undefined;
}

export interface ExpectedToken {
  readonly issuer: string;
  readonly clientId: string;
  readonly now: number;
}

/** Throws if the token is invalid or the keys of the provider cannot be read. */
export async function verifyLogoutToken(
  token: string,
  { metadata, send }: Published,
  { clientId, now }: ExpectedToken,
): Promise<LogoutToken> {
  const keys = createLocalJWKSet(await readKeys(send, metadata.jwks_uri!));
  const published = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer: metadata.issuer,
    audience: clientId,
    algorithms: published.filter((one) => ALGORITHMS.includes(one)),
    requiredClaims: ['iat', 'jti'],
    maxTokenAge: MAX_AGE_S,
    clockTolerance: TOLERATED_S,
    currentDate: new Date(now),
  });
  const type = (protectedHeader.typ ?? 'jwt').toLowerCase().replace(/^application\//, '');
  if (!TYPES.includes(type)) throw new Error('the type is that of another token');
  return readClaims(payload);
}

function readClaims(payload: JWTPayload): LogoutToken {
  // The nonce tells an ID token from a logout token.
  if (Object.hasOwn(payload, 'nonce')) throw new Error('the token has a nonce');
  const { events } = payload;
  if (!isRecord(events) || !isRecord(events[LOGOUT_EVENT])) throw new Error('no logout event');
  const [tokenId, subject, sid] = [payload.jti, payload.sub, payload['sid']].map(readId);
  if (tokenId === undefined) throw new Error('no jti');
  if (subject === undefined && sid === undefined) throw new Error('neither sub nor sid');
  return { tokenId, subject, sid };
}

function readId(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH) return value;
  throw new Error('an identifier has another form');
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function readKeys(send: Published['send'], address: string): Promise<JSONWebKeySet> {
  const response = await send(address, { headers: { accept: 'application/json' } });
  if (response.status !== 200) throw new Error(`the keys were answered with ${response.status}`);
  return (await response.json()) as JSONWebKeySet;
}
