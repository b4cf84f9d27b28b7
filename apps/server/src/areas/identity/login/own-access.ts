/** Lists the open sessions and the latest sign-ins of a user and ends single sessions. */

import { LOG_MODULES } from '@busbar/domain/audit/log-words';
import { sql } from 'kysely';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { writeAuditEvent } from '../../shared/operation-log/write-log.ts';
import type { UserKey } from '../second-factor/second-factor-queries.ts';
import { IDLE_MS } from '../sessions/session-lives.ts';
import { publishEnded } from '../sessions/session-service.ts';

/**
 * Number of characters of the token hash: enough to distinguish sessions, useless for opening one.
 */
const MARK_LETTERS = 24;
const LATEST_SIGN_INS = 30;

export interface OpenSession {
  readonly mark: string;
  readonly tokenHash: Buffer;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
  readonly address: string;
  readonly client: string;
}

/** Ordered by last use, most recent first. */
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

export interface SignIn {
  readonly at: number;
  /** Empty if the sign-in succeeded. */
  readonly refusal: string;
  readonly way: string;
  readonly address: string;
  readonly client: string;
}

/** Newest first. */
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
      and module = ${sql.lit(LOG_MODULES.signIn)}
    order by logged_at desc, operation_log_id desc
    limit ${sql.lit(LATEST_SIGN_INS)}`.execute(db);
  return rows;
}

/** Runs in the transaction of the audit event; the hashes must be published after the commit. */
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

/**
 * Ends the caller's sessions selected by `which`, with their sockets and pending commands, and
 * returns their number.
 */
export async function endOwnSessions(
  ctx: Context,
  caller: Caller,
  which: (session: OpenSession) => boolean,
): Promise<number> {
  const at = ctx.clock.now();
  const ended = await ctx.database.transaction(async (trx) => {
    const sessions = (await listSessions(trx, caller, at)).filter(which);
    const hashes = sessions.map(({ tokenHash }) => tokenHash);
    const gone = await deleteSessionsByHash(trx, caller, hashes);
    if (gone.length > 0) {
      await writeAuditEvent(trx, caller, {
        at,
        module: LOG_MODULES.users,
        command: 'end own sessions',
        detail: { sessions: gone.length },
      });
    }
    return gone;
  });
  publishEnded(ctx, ended);
  return ended.length;
}
