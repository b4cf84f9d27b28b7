/** Bus events about commands, published after the commit that changed the command. */
import type { BusMessage } from '../../../bus.ts';
import type { CommandRow } from './command-queries.ts';
import { parameterArgs } from './parameter-args.ts';

/** `at` is in ms. The action is the one caused by the command, or else the last reported one. */
export function commandChanged(row: CommandRow, at: number): BusMessage {
  return {
    name: 'command.changed',
    event: {
      customerId: row.customer_id,
      deviceId: row.device_id,
      deviceCode: row.device_code,
      groupPath: row.group_path,
      commandId: row.command_id,
      state: row.state,
      order: row.switch_order,
      reason: row.reason,
      detail: row.detail,
      action: row.after_action ?? row.current_action,
      set: row.kind === 'read' ? parameterArgs(row)?.what : undefined,
      at,
    },
  };
}
