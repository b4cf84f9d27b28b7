/**
 * Authenticates the client that opens a socket. A page has only its cookie, so its origin must be
 * the server's; a program sends a token, or a one-time ticket that it obtained over HTTP
 * (docs/decisions.md 5, docs/promises.md D10). A foreign origin is always refused.
 */
import type { FastifyRequest } from 'fastify';
import {
  authenticate,
  authenticateCookie,
  authenticateTicket,
} from '../areas/identity/sessions/authenticate.ts';
import { SESSION_COOKIE } from '../areas/shared/secrets/session-secret.ts';
import type { Caller } from '../caller.ts';
import { clientAddress } from '../client-address.ts';
import type { Context } from '../context.ts';
import { cookieName } from '../cookie-name.ts';
import { isForeignOrigin, originOf } from '../origin.ts';

export type Handshake =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly status: 401 | 403; readonly reason: string };

const refuse = (status: 401 | 403, reason: string): Handshake => ({ ok: false, status, reason });

export async function shakeHands(ctx: Context, request: FastifyRequest): Promise<Handshake> {
  if (isForeignOrigin(originOf(request), ctx.config)) return refuse(403, 'foreign origin');
  const caller = await callerOf(ctx, request);
  if (caller === undefined) return refuse(401, 'no session');
  if (caller.mustChangePassword) return refuse(403, 'the password must be changed first');
  if (caller.owesSecondFactor === true) return refuse(403, 'a second factor must be set up first');
  return { ok: true, caller };
}

async function callerOf(ctx: Context, request: FastifyRequest): Promise<Caller | undefined> {
  const cookie = request.cookies[cookieName(SESSION_COOKIE, ctx.config)];
  const { ticket } = request.query as { ticket?: unknown };
  if (typeof ticket === 'string') return authenticateTicket(ctx, ticket, clientAddress(request));
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const token = authorization.replace(/^bearer\s+/i, '').trim();
    return authenticate(ctx, token, cookie, clientAddress(request));
  }
  // Without an origin there is no proof that one of the server's pages sends the cookie.
  if (request.headers.origin === undefined) return undefined;
  return authenticateCookie(ctx, cookie, clientAddress(request));
}
