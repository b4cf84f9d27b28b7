/** Bus events about commands, published after the commit that changed the command. */
import { type BusMessage, deviceRefOf } from '../../../bus.ts';
import type { TimedCommand } from './command-queries.ts';
import { parameterArgs } from './parameter-args.ts';

export function commandChanged(row: TimedCommand): BusMessage {
  return {
    name: 'command.changed',
    event: {
      ...deviceRefOf(row),
      commandId: row.command_id,
      state: row.state,
      order: row.switch_order,
      reason: row.reason,
      detail: row.detail,
      action: row.current_action,
      actionAt: row.current_action_at,
      set: row.kind === 'read' ? parameterArgs(row)?.what : undefined,
      times: row.times,
    },
  };
}
