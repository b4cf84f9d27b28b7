/** v1 calls for the slaves of a gateway (contract `v1/slave.ts`). */
import type { slaveCalls } from '@busbar/contract/v1/slave';
import { readSlots, SLOT_OP } from '@busbar/contract/v1/slave-slots';
import { summonSlaves } from '../../areas/control/gateway-slots/slave-summon.ts';
import { type SlotResult, submitSlaveCommands } from '../../areas/control/slaves/slave-commands.ts';
import type { Context } from '../../context.ts';
import { foreignClaim, foreignControl } from '../access/claims.ts';
import type { HandlersOf } from '../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../responses/errors.ts';
import { refusalText } from '../responses/present.ts';

export function slaveHandlers(ctx: Context): HandlersOf<typeof slaveCalls> {
  return {
    'v1.device.summonSlaveControl': async ({ body, caller }) => {
      const foreign = await foreignClaim(ctx, caller, body);
      if (foreign !== undefined) return foreign;
      const outcome = await summonSlaves(ctx, caller, {
        gateway: body.devId,
        source: 'v1.device.summonSlaveControl',
      });
      if (!outcome.ok) return outcome;
      return { msg: REFUSAL_MESSAGES.commandQueued, data: { command_id: outcome.value.commandId } };
    },
    'v1.device.swSlaveControl': async ({ body, caller, facts }) => {
      const foreign = await foreignControl(ctx, caller, 'v1.device.swSlaveControl', body);
      if (foreign !== undefined) return foreign;
      const slots = readSlots(body.data);
      if (!slots.ok) return slots;
      const outcome = await submitSlaveCommands(ctx, caller, {
        gateway: body.devId,
        slots: slots.value,
        queue: body.queue,
        reason: body.reason,
        password: body.password,
        idempotencyKey: facts.idempotencyKey,
        source: 'v1.device.swSlaveControl',
      });
      if (!outcome.ok) return outcome;
      const data = outcome.value.map(presentSlot);
      const [first] = outcome.value;
      const isNone = outcome.value.every(({ refusal }) => refusal !== null);
      if (isNone && first?.refusal) {
        // The message "cached" would be wrong, because no command is sent; the first slot's refusal
        // is returned.
        return { ok: false, refusal: first.refusal, field: first.slot, data };
      }
      return { msg: REFUSAL_MESSAGES.commandQueued, data };
    },
  };
}

function presentSlot({ slot, address, order, commandId, refusal }: SlotResult) {
  return {
    slot,
    ad: address,
    op: SLOT_OP[order],
    command_id: commandId,
    state: commandId === null ? null : 'queued',
    reason: refusal,
    msg: refusal === null ? null : refusalText({ refusal }),
  };
}
