/** Query for the last command shown on a device card. */
import type { CommandState } from '@busbar/domain/switch/command-state';
import type { SwitchOrder } from '@busbar/domain/switch/interlock';
import type { Executor } from '../../../storage/database.ts';

export interface LastOrder {
  readonly commandId: string;
  readonly order: SwitchOrder | null;
  readonly state: CommandState;
  readonly reason: string | null;
  /** Epoch ms at which the command entered each state it has passed. */
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
