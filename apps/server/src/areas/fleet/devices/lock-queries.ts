/** The lock that a command set on a breaker: its owner, reason and expected end. */
import { type SqlBool, sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';

export interface Lock {
  /** The user who set the lock; null if it was not set by a user (a timer). */
  readonly userId: number | null;
  readonly userName: string;
  readonly reason: string;
  /** Expected end, epoch ms; informative, because the lock does not end automatically. */
  readonly until: number | null;
  readonly at: number;
}

/**
 * Returns the lock if the last executed command was a lock and the breaker reports lockByCommand. A
 * command named in the breaker's own report also counts, even if it was superseded before. Returns
 * undefined if the lock has another origin and no known owner.
 */
export async function findLock(
  db: Executor,
  customerId: number,
  deviceId: number,
  action: string | null | undefined,
): Promise<Lock | undefined> {
  if (action !== 'lockByCommand') return undefined;
  const row = await db
    .selectFrom('command')
    .leftJoin('user_account', (join) =>
      join
        .onRef('user_account.customer_id', '=', 'command.customer_id')
        .onRef('user_account.user_id', '=', 'command.issued_by'),
    )
    .leftJoin('device_state', (join) =>
      join
        .onRef('device_state.customer_id', '=', 'command.customer_id')
        .onRef('device_state.device_id', '=', 'command.device_id'),
    )
    .where('command.customer_id', '=', customerId)
    .where('command.device_id', '=', deviceId)
    .where('command.switch_order', 'is not', null)
    .where(
      sql<SqlBool>`(command.state = 'confirmed'
        or command.command_id = device_state.switch_command_id)`,
    )
    .orderBy('command.created_at', 'desc')
    .limit(1)
    .select([
      'user_account.user_id as userId',
      'user_account.user_name as userName',
      'command.switch_order as switchCommand',
      'command.args',
      'command.confirmed_at as confirmedAt',
      'command.created_at as createdAt',
    ])
    .executeTakeFirst();
  if (row?.switchCommand !== 'lock') return undefined;
  const args = (row.args ?? {}) as { reason?: unknown; until?: unknown };
  return {
    userId: row.userId,
    userName: row.userName ?? '',
    reason: typeof args.reason === 'string' ? args.reason : '',
    until: typeof args.until === 'number' ? args.until : null,
    at: row.confirmedAt ?? row.createdAt,
  };
}
