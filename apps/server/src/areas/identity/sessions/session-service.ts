/**
 * Ends sessions immediately on every process, with their sockets and unsent commands
 * (docs/promises.md T10).
 */
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { writeAccess } from '../../shared/operation-log/write-log.ts';
import { randomSecret, sha256 } from '../../shared/secrets/session-secret.ts';
import { deleteQuietCounters } from '../guessing/throttle-queries.ts';
import { deleteExpiredChallenges } from './challenge-queries.ts';
import {
  deleteExpiredSessions,
  deleteExpiredTickets,
  deleteSessionsOfUser,
  insertTicket,
} from './session-queries.ts';

/** Validity of a ticket for a WebSocket handshake. */
export const TICKET_S = 30;

/** Must be called after the commit that ended the sessions. */
export function publishEnded(ctx: Context, tokenHashes: readonly Buffer[]): void {
  if (tokenHashes.length === 0) return;
  ctx.bus.publish('session.ended', {
    tokenHashes: tokenHashes.map((hash) => hash.toString('hex')),
  });
}

/** Ends every session of the caller's account (docs/decisions.md 4). */
export async function logout(ctx: Context, caller: Caller): Promise<void> {
  const ended = await ctx.database.transaction(async (trx) => {
    const sessions = await deleteSessionsOfUser(trx, caller.customerId, caller.userId);
    const detail = { sessions: sessions.length };
    await writeAccess(trx, caller, { at: ctx.clock.now(), command: 'sign out', detail });
    return sessions;
  });
  publishEnded(ctx, ended);
}

/** Returns a secret that represents the caller's session in one handshake within `TICKET_S`. */
export async function issueTicket(ctx: Context, caller: Caller): Promise<string> {
  const ticket = randomSecret(ctx.random);
  await insertTicket(ctx.database.db, {
    ticketHash: sha256(ticket),
    tokenHash: caller.tokenHash,
    expiresAt: ctx.clock.now() + TICKET_S * 1000,
  });
  return ticket;
}

/** Job that publishes expired sessions like ended ones, so that their sockets are closed too. */
export async function endExpiredSessions(ctx: Context): Promise<void> {
  const { db } = ctx.database;
  const now = ctx.clock.now();
  publishEnded(ctx, await deleteExpiredSessions(db, now));
  await deleteExpiredTickets(db, now);
  await deleteExpiredChallenges(db, now);
  await deleteQuietCounters(db, now);
}
