/** What the card of a device tells of its orders: the last one, and the lock that is on it. */
import type { CommandState } from '@busbar/domain/switch/command-state';
import type { SwitchOrder } from '@busbar/domain/switch/interlock';
import type { Executor } from '../../storage/database.ts';

export interface LastOrder {
  readonly commandId: string;
  readonly order: SwitchOrder | null;
  readonly state: CommandState;
  readonly reason: string | null;
  /** When it came into each state it has been through, epoch ms. */
  readonly times: Readonly<Partial<Record<CommandState, number>>>;
}

export async function findLastOrder(
  db: Executor,
  customerId: number,
  deviceId: number,
): Promise<LastOrder | undefined> {
  const command = await db
    .selectFrom('command')
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .where('kind', 'in', ['switch', 'slaves'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .select(['command_id as commandId', 'switch_order as order', 'state', 'reason'])
    .executeTakeFirst();
  if (command === undefined) return undefined;
  const steps = await db
    .selectFrom('command_transition')
    .where('customer_id', '=', customerId)
    .where('command_id', '=', command.commandId)
    .orderBy('step')
    .select(['state', 'at'])
    .execute();
  return { ...command, times: Object.fromEntries(steps.map(({ state, at }) => [state, at])) };
}

export interface Lock {
  readonly userName: string;
  readonly reason: string;
  /** When its end is expected, epoch ms; it does not end by itself. */
  readonly until: number | null;
  readonly at: number;
}

/** The confirmed order that locked the device last. Whether it is locked now the device's state says. */
export async function findLastLock(
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
    .where('command.customer_id', '=', customerId)
    .where('command.device_id', '=', deviceId)
    .where('command.switch_order', '=', 'lock')
    .where('command.state', '=', 'confirmed')
    .orderBy('command.created_at', 'desc')
    .limit(1)
    .select([
      'user_account.user_name as userName',
      'command.args',
      'command.confirmed_at as confirmedAt',
      'command.created_at as createdAt',
    ])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const args = (row.args ?? {}) as { reason?: unknown; until?: unknown };
  return {
    userName: row.userName ?? '',
    reason: typeof args.reason === 'string' ? args.reason : '',
    until: typeof args.until === 'number' ? args.until : null,
    at: row.confirmedAt ?? row.createdAt,
  };
}
