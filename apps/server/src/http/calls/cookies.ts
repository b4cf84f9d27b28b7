/**
 * Reads and sets cookies. Where a forged cookie would have no effect, a cookie without the prefix,
 * set by an earlier version, is accepted too, so that an update ends no session.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { KNOWN_BROWSER_COOKIE } from '../../areas/identity/login/known-browser.ts';
import { SESSION_COOKIE } from '../../areas/shared/secrets/session-secret.ts';
import type { Config } from '../../config/config.ts';
import { cookieName, cookiesAreSecure } from '../../cookie-name.ts';
import type { CookieOptions } from './handler.ts';

export function readCookie(
  request: FastifyRequest,
  name: string,
  config: Config,
): string | undefined {
  const value = request.cookies[cookieName(name, config)];
  // The signature includes the account: a cookie of another account is not valid.
  return value ?? (name === KNOWN_BROWSER_COOKIE ? request.cookies[name] : undefined);
}

/** The session cookie, which is valid only together with the token of the same session. */
export function readSessionCookie(request: FastifyRequest, config: Config): string | undefined {
  return readCookie(request, SESSION_COOKIE, config) ?? request.cookies[SESSION_COOKIE];
}

/** Sets the session cookie under its prefixed name. Call it after the token and the cookie were verified. */
export function renameSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
): void {
  const value = request.cookies[SESSION_COOKIE];
  if (!cookiesAreSecure(config) || value === undefined) return;
  if (request.cookies[cookieName(SESSION_COOKIE, config)] === undefined) {
    setCookie(reply, SESSION_COOKIE, value, config, { httpOnly: true });
  }
  reply.clearCookie(SESSION_COOKIE, { path: '/', sameSite: 'strict', secure: true });
}

export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  config: Config,
  { httpOnly, maxAgeS, sameSite = 'strict' }: CookieOptions,
): void {
  reply.setCookie(cookieName(name, config), value, {
    path: '/',
    sameSite,
    secure: cookiesAreSecure(config),
    httpOnly,
    ...(maxAgeS === undefined ? {} : { maxAge: maxAgeS }),
  });
}

export function clearCookie(reply: FastifyReply, name: string, config: Config): void {
  const secure = cookiesAreSecure(config);
  reply.clearCookie(cookieName(name, config), { path: '/', sameSite: 'strict', secure });
}
