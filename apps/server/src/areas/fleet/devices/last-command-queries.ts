/** Query for the last command of devices, as shown on their cards. */
import type { CommandState } from '@busbar/domain/switch/command-state';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { type RawBuilder, sql } from 'kysely';
import { type Read, read } from '../../../storage/database.ts';
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
export const COMMAND_TIMES = commandTimes(sql`c.customer_id`);

function commandTimes(customerId: RawBuilder<number>): RawBuilder<LastOrder['times']> {
  return sql`coalesce((
    select jsonb_object_agg(t.state, ${epochMs(sql`t.at`)}) from command_transition t
    where t.customer_id = ${customerId} and t.command_id = c.command_id), '{}')`;
}

/** The last command per device that has one, of the devices of the rows `d (device_id)`. */
export function lastCommands(
  customerId: number,
  devices: RawBuilder<unknown>,
): Read<Map<number, LastOrder>> {
  const query = sql<LastOrder & { deviceId: number }>`
    select d.device_id as "deviceId", c.command_id as "commandId",
      c.switch_order as "switchCommand", c.state, c.reason, ${commandTimes(sql`${customerId}`)} as times
    from ${devices}
    cross join lateral (
      select c.customer_id, c.command_id, c.switch_order, c.state, c.reason from command c
      where c.customer_id = ${customerId} and c.device_id = d.device_id
        and c.kind in ('switch', 'slaves')
      order by c.created_at desc limit 1) c`;
  return read(
    query,
    (rows) => new Map(rows.map(({ deviceId, ...command }) => [deviceId, command])),
  );
}
