/** Query for the last command of a device, as shown on its card. */
import type { CommandState } from '@busbar/domain/switch/command-state';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { epochMs } from '../../shared/database-time-queries.ts';

export interface LastOrder {
  readonly commandId: string;
  readonly switchCommand: SwitchCommand | null;
  readonly state: CommandState;
  readonly reason: string | null;
  /** Epoch ms at which the command entered each of its states. */
  readonly times: Readonly<Partial<Record<CommandState, number>>>;
}

/** Times at which a command `c` entered its states; empty after its transitions were purged. */
export const COMMAND_TIMES: RawBuilder<LastOrder['times']> = sql`coalesce((
  select jsonb_object_agg(t.state, ${epochMs(sql`t.at`)}) from command_transition t
  where t.customer_id = c.customer_id and t.command_id = c.command_id), '{}')`;

export async function findLastCommand(
  db: Executor,
  customerId: number,
  deviceId: number,
): Promise<LastOrder | undefined> {
  const { rows } = await sql<LastOrder>`
    select c.command_id as "commandId", c.switch_order as "switchCommand", c.state, c.reason,
      ${COMMAND_TIMES} as times
    from command c
    where c.customer_id = ${customerId} and c.device_id = ${deviceId}
      and c.kind in ('switch', 'slaves')
    order by c.created_at desc limit 1`.execute(db);
  return rows[0];
}
