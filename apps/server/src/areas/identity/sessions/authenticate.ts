/**
 * Authenticates the caller in the database on every request, so an ended session is rejected
 * immediately on every process (docs/promises.md T10). This takes one query by key; the time of
 * last use is written at most once a minute.
 */
import { owesSecondFactor } from '@busbar/domain/access/second-factor-rule';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import {
  cookieOpens,
  hashOfToken,
  readSessionCookie,
  type SessionCookie,
} from '../../shared/secrets/session-secret.ts';
import { activeSession, type SessionRow, takeTicket, touchSession } from './session-queries.ts';

const TOUCH_EVERY_MS = 60_000;

type Check = (session: SessionRow, tokenHash: Buffer) => boolean;

/** A browser session is valid only together with that browser's cookie (docs/promises.md T9). */
const withCookie =
  (cookie: SessionCookie | undefined): Check =>
  ({ cookieHash }, tokenHash) =>
    cookieHash === null || cookieOpens(cookie, { tokenHash, cookieHash });

/**
 * Returns the caller for a token of the `authorization` header, or undefined, which the route must
 * answer with 401.
 */
export async function authenticate(
  ctx: Context,
  token: string,
  cookie: string | undefined,
  address: string,
): Promise<Caller | undefined> {
  const tokenHash = hashOfToken(token);
  if (tokenHash === undefined) return undefined;
  return callerOf(ctx, tokenHash, address, withCookie(readSessionCookie(cookie)));
}

/**
 * Returns the caller for the cookie alone, for a WebSocket handshake, where a page cannot send
 * headers. The origin must be checked before.
 */
export async function authenticateCookie(
  ctx: Context,
  cookie: string | undefined,
  address: string,
): Promise<Caller | undefined> {
  const read = readSessionCookie(cookie);
  if (read === undefined) return undefined;
  return callerOf(ctx, read.tokenHash, address, (session, tokenHash) =>
    session.cookieHash === null ? false : withCookie(read)(session, tokenHash),
  );
}

/** Returns the caller for a one-time ticket, which is consumed by this call. */
export async function authenticateTicket(
  ctx: Context,
  ticket: string,
  address: string,
): Promise<Caller | undefined> {
  const ticketHash = hashOfToken(ticket);
  if (ticketHash === undefined) return undefined;
  const tokenHash = await takeTicket(ctx.database.db, ticketHash, ctx.clock.now());
  // No cookie is needed: the ticket was issued to a caller who had presented token and cookie.
  return tokenHash && callerOf(ctx, tokenHash, address, () => true);
}

async function callerOf(
  ctx: Context,
  tokenHash: Buffer,
  address: string,
  check: Check,
): Promise<Caller | undefined> {
  const { db } = ctx.database;
  const now = ctx.clock.now();
  const [session] = await ctx.database.readShared(activeSession(tokenHash, now));
  if (session === undefined || !check(session, tokenHash)) return undefined;
  if (now - session.lastUsedAt >= TOUCH_EVERY_MS) await touchSession(db, tokenHash, now);
  const { customerId, groupId, isInRootGroup, userId, userName, role, permissions, zone } = session;
  return {
    customerId,
    groupId,
    isInRootGroup,
    rootGroupId: isInRootGroup ? groupId : undefined,
    userId,
    userName,
    role,
    permissions,
    zone,
    mustChangePassword: session.mustChangePassword,
    owesSecondFactor: owesSecondFactor(session, session),
    tokenHash,
    address,
  };
}
