/** v2 calls for last known parameters of a device. */

import type { deviceParameterCalls } from '@busbar/contract/v2/control/device-parameters';
import type { LastCommand } from '../../../areas/control/protection/parameter-command-queries.ts';
import { parameterState } from '../../../areas/control/protection/parameter-state.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';

export function deviceParameterHandlers(ctx: Context): HandlersOf<typeof deviceParameterCalls> {
  return {
    'v2.device.parameters': async ({ query, caller }) => {
      const outcome = await parameterState(ctx, caller, query.device_code);
      if (!outcome.ok) return outcome;
      const { target, deviceName, ratedVoltageV, ratedCurrentA, sets } = outcome.value;
      return {
        data: {
          device_code: target.deviceCode,
          device_name: deviceName,
          presence: target.presence,
          rated_vol: ratedVoltageV,
          rated_cur: ratedCurrentA,
          sets: sets.map(({ set, messageType, row, lastRead, lastWrite }) => ({
            set,
            msg_type: messageType,
            values: row?.reported ?? null,
            ts: row?.reported_at ?? null,
            verified: row?.verified ?? null,
            last_read: presentCommand(lastRead),
            last_write: presentCommand(lastWrite),
          })),
        },
      };
    },
  };
}

function presentCommand(command: LastCommand | undefined) {
  if (command === undefined) return null;
  const { commandId, state, reason, detail, at } = command;
  return { command_id: commandId, state, reason, msg: detail, ts: at };
}
