/**
 * The cookie that binds sign-ins at a provider to the browser that began them. State, nonce and the
 * verifier of PKCE are derived from it, so the database stores no secret, and an answer that
 * reaches another browser cannot be used there. Two tabs share the cookie and have different states.
 */
import { createHmac } from 'node:crypto';
import type { Random } from '../../../clock.ts';
import { randomSecret, sha256 } from '../../shared/secrets/session-secret.ts';

export const SSO_COOKIE = 'busbar_sso';

const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Returns undefined if the cookie is absent or has another form. */
export const readBrowserSecret = (cookie: string | undefined): string | undefined =>
  cookie !== undefined && SECRET.test(cookie) ? cookie : undefined;

export const browserHash = (secret: string): Buffer => sha256(`sso browser ${secret}`);

export const stateHash = (state: string): Buffer => sha256(`sso state ${state}`);

export interface AttemptSecrets {
  readonly state: string;
  readonly nonce: string;
  /** 43 characters, as RFC 7636 4.1 requires. */
  readonly verifier: string;
}

export const newAttemptSecrets = (secret: string, random: Random): AttemptSecrets =>
  attemptSecrets(secret, randomSecret(random));

export function attemptSecrets(secret: string, state: string): AttemptSecrets {
  const derived = (purpose: string) =>
    createHmac('sha256', secret).update(`${purpose} ${state}`).digest('base64url');
  return { state, nonce: derived('nonce'), verifier: derived('verifier') };
}
