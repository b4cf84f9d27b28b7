/**
 * Secrets of a session (docs/decisions.md 4, docs/promises.md D9): the token and, for a browser, a
 * cookie that scripts cannot read. Both are 256 random bits; only their hashes are stored. The
 * cookie contains the hash of the token, which gives no access, so that a handshake with only the
 * cookie finds the session by key.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../../clock.ts';

export const SESSION_COOKIE = 'busbar_session';

export interface NewSession {
  readonly token: string;
  readonly tokenHash: Buffer;
  /** Null if only the token is required (a client that is not a browser). */
  readonly cookie: { readonly value: string; readonly hash: Buffer } | null;
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Returns 256 random bits as 43 characters that are valid in a header, a cookie and a URL. */
export function randomSecret(random: Random): string {
  return random.bytes(32).toString('base64url');
}

export function newSession(random: Random, forBrowser: boolean): NewSession {
  const token = randomSecret(random);
  const tokenHash = sha256(token);
  if (!forBrowser) return { token, tokenHash, cookie: null };
  const secret = randomSecret(random);
  const value = `${tokenHash.toString('base64url')}.${secret}`;
  return { token, tokenHash, cookie: { value, hash: sha256(secret) } };
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Hash under which a token or ticket is stored; undefined if the text is not a token. */
export function hashOfToken(token: string): Buffer | undefined {
  return TOKEN.test(token) ? sha256(token) : undefined;
}

const COOKIE = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

export interface SessionCookie {
  readonly tokenHash: Buffer;
  readonly hash: Buffer;
}

export function readSessionCookie(value: string | undefined): SessionCookie | undefined {
  const [, tokenHash, secret] = COOKIE.exec(value ?? '') ?? [];
  if (tokenHash === undefined || secret === undefined) return undefined;
  const bytes = Buffer.from(tokenHash, 'base64url');
  // 43 characters encode two bits more than the hash, so four spellings decode to it; only the
  // issued one is accepted.
  if (bytes.toString('base64url') !== tokenHash) return undefined;
  return { tokenHash: bytes, hash: sha256(secret) };
}

/** Returns true if this cookie was set together with that session. */
export function cookieOpens(
  cookie: SessionCookie | undefined,
  session: { readonly tokenHash: Buffer; readonly cookieHash: Buffer },
): boolean {
  return (
    cookie !== undefined &&
    timingSafeEqual(cookie.tokenHash, session.tokenHash) &&
    timingSafeEqual(cookie.hash, session.cookieHash)
  );
}
