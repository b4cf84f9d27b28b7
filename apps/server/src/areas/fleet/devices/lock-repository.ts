/** The lock that a command has put on a breaker: whose it is, why and until when. */
import { type SqlBool, sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';

export interface Lock {
  /** Who set it; null when it was no user (a timer). */
  readonly userId: number | null;
  readonly userName: string;
  readonly reason: string;
  /** When its end is expected, epoch ms; it does not end by itself. */
  readonly until: number | null;
  readonly at: number;
}

/**
 * Asked of a breaker that reports lockByCommand: the last order that was carried out, if that was a
 * lock. One that the breaker itself names in its report counts although it was set aside before.
 * Undefined: the lock came otherwise, and nobody is known to hold it.
 */
export async function findLock(
  db: Executor,
  customerId: number,
  deviceId: number,
): Promise<Lock | undefined> {
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
      'command.switch_order as order',
      'command.args',
      'command.confirmed_at as confirmedAt',
      'command.created_at as createdAt',
    ])
    .executeTakeFirst();
  if (row?.order !== 'lock') return undefined;
  const args = (row.args ?? {}) as { reason?: unknown; until?: unknown };
  return {
    userId: row.userId,
    userName: row.userName ?? '',
    reason: typeof args.reason === 'string' ? args.reason : '',
    until: typeof args.until === 'number' ? args.until : null,
    at: row.confirmedAt ?? row.createdAt,
  };
}
