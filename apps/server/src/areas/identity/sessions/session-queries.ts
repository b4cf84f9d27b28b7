/** Sessions and one-time tickets of WebSocket handshakes. Keys are hashes; no secret is stored. */

import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import { pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { sql } from 'kysely';
import type { Caller } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import { type Executor, type Read, read } from '../../../storage/database.ts';
import { IDLE_MS, isActive } from '../../shared/rights/session-condition-queries.ts';
import { removeSubscriptionsOfUser } from '../../shared/table-writers/push-subscription-queries.ts';
import type { Account } from '../accounts/account-queries.ts';
import { factorRequired, hasFactor, inRootGroup } from './factor-condition-queries.ts';

/** A session expires after this time in any case. */
export const ABSOLUTE_MS = 12 * 3_600_000;

export interface SessionRow {
  readonly cookieHash: Buffer | null;
  readonly lastUsedAt: number;
  readonly customerId: number;
  readonly userId: number;
  readonly groupId: number;
  readonly isInRootGroup: boolean;
  readonly userName: string;
  readonly role: Role;
  readonly permissions: readonly Permission[] | null;
  readonly mustChangePassword: boolean;
  readonly zone: string;
  readonly factorRequired: boolean;
  readonly hasFactor: boolean;
}

/** The active session of an active account, by its key. */
export function activeSession(tokenHash: Buffer, now: number): Read<SessionRow | undefined> {
  const query = sql<SessionRow>`
    select session.cookie_hash as "cookieHash", session.last_used_at as "lastUsedAt",
      session.customer_id as "customerId", session.user_id as "userId",
      user_account.group_id as "groupId", ${inRootGroup} as "isInRootGroup",
      user_account.user_name as "userName", user_account.role, custom_role.permissions,
      user_account.must_change_password as "mustChangePassword", zone.iana_name as zone,
      ${factorRequired} as "factorRequired", ${hasFactor} as "hasFactor"
    from session
    join user_account on user_account.customer_id = session.customer_id
      and user_account.user_id = session.user_id
    join user_group on user_group.customer_id = user_account.customer_id
      and user_group.group_id = user_account.group_id
    join customer on customer.customer_id = user_account.customer_id
    join zone on zone.zone_id = customer.zone_id
    left join custom_role on custom_role.customer_id = user_account.customer_id
      and custom_role.custom_role_id = user_account.custom_role_id
    where session.token_hash = ${tokenHash} and ${isActive(now)}`;
  return read(query, ([session]) => session);
}

export async function touchSession(db: Executor, tokenHash: Buffer, now: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_used_at: instant(now) })
    .where('token_hash', '=', tokenHash)
    .where('last_used_at', '<', instant(now))
    .execute();
}

export interface SessionInsert {
  readonly tokenHash: Buffer;
  readonly cookieHash: Buffer | null;
  readonly customerId: number;
  readonly userId: number;
  readonly now: number;
  readonly address: string;
  readonly client: string;
  /** Issuer of the provider that opened the session, and its sealed ID token. */
  readonly providerIssuer: string | null;
  /** Hash of the provider's identifier of its session. */
  readonly providerSidHash: Buffer | null;
  readonly idToken: string | null;
}

export async function insertSession(
  trx: Executor,
  { now, ...session }: SessionInsert,
): Promise<void> {
  await trx
    .insertInto('session')
    .values({
      ...snakeCaseKeys(session),
      created_at: instant(now),
      last_used_at: instant(now),
      expires_at: instant(now + ABSOLUTE_MS),
    })
    .execute();
}

type Ended = { tokenHash: Buffer }[];

const hashes = (rows: Ended): Buffer[] => rows.map((row) => row.tokenHash);

/** Deletes the session that a browser replaces with a new one. The cookie must belong to it. */
export async function deleteSessionOfCookie(
  db: Executor,
  cookie: { readonly tokenHash: Buffer; readonly hash: Buffer },
): Promise<Buffer[]> {
  const rows = await db
    .deleteFrom('session')
    .where('token_hash', '=', cookie.tokenHash)
    .where('cookie_hash', '=', cookie.hash)
    .returning('token_hash as tokenHash')
    .execute();
  return hashes(rows);
}

/**
 * Deletes all sessions of a user, then the push subscriptions of the browsers: a browser that
 * subscribes locks its session, so none is added after they were deleted.
 */
export async function deleteSessionsOfUser(
  db: Executor,
  customerId: number,
  userId: number,
): Promise<Buffer[]> {
  const rows = await db
    .deleteFrom('session')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .returning('token_hash as tokenHash')
    .execute();
  await removeSubscriptionsOfUser(db, customerId, userId);
  return hashes(rows);
}

/** Deletes all sessions of the caller's user but the caller's own. */
export async function deleteOtherSessions(
  trx: Executor,
  { customerId, userId, tokenHash }: Pick<Caller, 'customerId' | 'userId' | 'tokenHash'>,
): Promise<Buffer[]> {
  const rows = await trx
    .deleteFrom('session')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('token_hash', '<>', tokenHash)
    .returning('token_hash as tokenHash')
    .execute();
  return hashes(rows);
}

export async function deleteExpiredSessions(db: Executor, now: number): Promise<Buffer[]> {
  const rows = await db
    .deleteFrom('session')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', instant(now)),
        eb('last_used_at', '<=', instant(now - IDLE_MS)),
      ]),
    )
    .returning('token_hash as tokenHash')
    .execute();
  return hashes(rows);
}

export async function insertTicket(
  db: Executor,
  ticket: { readonly ticketHash: Buffer; readonly tokenHash: Buffer; readonly expiresAt: number },
): Promise<void> {
  await db
    .insertInto('websocket_ticket')
    .values({
      ...pickSnakeCase(ticket, 'ticketHash', 'tokenHash'),
      expires_at: instant(ticket.expiresAt),
    })
    .execute();
}

/** Deletes the ticket and returns the token hash of its session if the ticket was still valid. */
export async function takeTicket(
  db: Executor,
  ticketHash: Buffer,
  now: number,
): Promise<Buffer | undefined> {
  const row = await db
    .deleteFrom('websocket_ticket')
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', instant(now))
    .returning('token_hash as tokenHash')
    .executeTakeFirst();
  return row?.tokenHash;
}

export async function deleteExpiredTickets(db: Executor, now: number): Promise<void> {
  await db.deleteFrom('websocket_ticket').where('expires_at', '<=', instant(now)).execute();
}

export async function noteSignIn(
  trx: Executor,
  { customerId, userId }: Account,
  now: number,
): Promise<void> {
  await trx
    .updateTable('user_account')
    .set({ last_sign_in_at: instant(now) })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute();
}
