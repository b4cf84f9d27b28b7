/** Queries for the sessions and sign-ins of a user. */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { IDLE_MS } from '../../shared/rights/session-condition-queries.ts';
import type { Account } from '../accounts/account-queries.ts';
import type { UserKey } from '../second-factor/second-factor-queries.ts';
import { SIGN_IN } from '../sessions/sign-in-log.ts';

/** Returns the open sessions, most recently used first. */
export async function listSessions(
  db: Executor,
  { customerId, userId }: UserKey,
  now: number,
): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom('session')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', instant(now))
    .where('last_used_at', '>', instant(now - IDLE_MS))
    .select([
      'token_hash as tokenHash',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'expires_at as expiresAt',
      'address',
      'client',
    ])
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    ...row,
    mark: row.tokenHash.toString('hex').slice(0, MARK_LETTERS),
  }));
}

/** Returns the latest sign-ins, newest first. */
export async function listSignIns(
  db: Executor,
  { customerId, userId }: UserKey,
): Promise<SignIn[]> {
  const { rows } = await sql<SignIn>`
    select logged_at as at, case when status = 'done' then '' else substr(status, 9) end as refusal,
      coalesce(detail->>'way', '') as way, client_address as address,
      coalesce(detail->>'client', '') as client
    from operation_log
    where customer_id = ${customerId} and user_id = ${userId}
      and module = ${sql.lit(LOG_MODULES.signIn)} and command = ${SIGN_IN}
    order by logged_at desc, operation_log_id desc
    limit ${sql.lit(LATEST_SIGN_INS)}`.execute(db);
  return rows;
}

/** Runs in the audit event's transaction; the returned hashes are published after the commit. */
export async function deleteSessionsByHash(
  trx: Executor,
  { customerId, userId }: UserKey,
  hashes: readonly Buffer[],
): Promise<Buffer[]> {
  if (hashes.length === 0) return [];
  const rows = await trx
    .deleteFrom('session')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('token_hash', 'in', [...hashes])
    .returning('token_hash as tokenHash')
    .execute();
  return rows.map(({ tokenHash }) => tokenHash);
}

/** Number of characters of the token hash: enough to distinguish sessions, not to open one. */
export const MARK_LETTERS = 24;

export const LATEST_SIGN_INS = 30;

export interface OpenSession {
  readonly mark: string;
  readonly tokenHash: Buffer;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
  readonly address: string;
  readonly client: string;
}

export interface SignIn {
  readonly at: number;
  /** Empty if the sign-in succeeded. */
  readonly refusal: string;
  readonly way: string;
  readonly address: string;
  readonly client: string;
}

export async function findOwnerMail(
  db: Executor,
  { customerId, userId }: Pick<Account, 'customerId' | 'userId'>,
  now: number,
): Promise<Receiver | undefined> {
  const { rows } = await sql<Receiver>`
    select p.mail_address as "to", p.language as wished, c.languages,
      to_char(${instant(now)}::timestamptz at time zone z.iana_name, 'YYYY-MM-DD HH24:MI')
        || ' (' || z.iana_name || ')' as time,
      (${instant(now)}::timestamptz at time zone 'UTC')::date::text as day
    from notification_profile p
    join customer c on c.customer_id = p.customer_id
    join zone z on z.zone_id = c.zone_id
    where p.customer_id = ${customerId} and p.user_id = ${userId}
      and p.mail_address <> ''`.execute(db);
  return rows[0];
}

export interface Receiver {
  readonly to: string;
  readonly wished: string;
  readonly languages: NotificationLanguage[];
  /** Time of day in the customer's time zone. */
  readonly time: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
}
