/**
 * The cookies of a request and its answer. Cookies that were set before their names had a prefix are
 * read too where one that someone else set has no effect, so that an update signs no one out.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { cookieName, cookiesAreSecure } from '../cookie-name.ts';
import { KNOWN_BROWSER_COOKIE } from '../modules/access/known-browser.ts';
import { SESSION_COOKIE } from '../modules/access/session-secret.ts';

export function readCookie(
  request: FastifyRequest,
  name: string,
  config: Config,
): string | undefined {
  const value = request.cookies[cookieName(name, config)];
  // Signed over the account: the cookie of another one is of no use.
  return value ?? (name === KNOWN_BROWSER_COOKIE ? request.cookies[name] : undefined);
}

/**
 * The cookie of a session whose token comes with it: the two belong together, so one set by someone
 * else opens nothing.
 */
export function readSessionCookie(request: FastifyRequest, config: Config): string | undefined {
  return readCookie(request, SESSION_COOKIE, config) ?? request.cookies[SESSION_COOKIE];
}

/** After token and cookie were found to belong together: a session opened before an update goes on under the new name. */
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
  { httpOnly, maxAgeS }: { readonly httpOnly: boolean; readonly maxAgeS?: number | undefined },
): void {
  reply.setCookie(cookieName(name, config), value, {
    path: '/',
    sameSite: 'strict',
    secure: cookiesAreSecure(config),
    httpOnly,
    ...(maxAgeS === undefined ? {} : { maxAge: maxAgeS }),
  });
}

export function clearCookie(reply: FastifyReply, name: string, config: Config): void {
  const secure = cookiesAreSecure(config);
  reply.clearCookie(cookieName(name, config), { path: '/', sameSite: 'strict', secure });
}
