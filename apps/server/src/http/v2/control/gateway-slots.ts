/** The slots of a gateway on v2. */
import { readSlotChanges } from '@busbar/contract/v2/control/gateway-slot-changes';
import type { gatewaySlotCalls } from '@busbar/contract/v2/control/gateway-slots';
import { changeSlots } from '../../../areas/control/gateway-slots/change-slots.ts';
import {
  type GatewaySlot,
  readGatewaySlots,
} from '../../../areas/control/gateway-slots/read-slots.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { refusalText } from '../../responses/present.ts';

export function gatewaySlotHandlers(ctx: Context): HandlersOf<typeof gatewaySlotCalls> {
  return {
    'v2.gateway-slots': async ({ query, caller }) => {
      const found = await readGatewaySlots(ctx, caller, query.device_code);
      if (!found.ok) return found;
      const { target, name, rateId, readAt, change, slots } = found.value;
      return {
        data: {
          device_code: target.deviceCode,
          device_name: name,
          presence: target.presence,
          group_id: target.groupId,
          rate_id: rateId,
          read_at: readAt,
          last_change:
            change === undefined
              ? null
              : {
                  command_id: change.command_id,
                  state: change.state,
                  reason: change.reason,
                  msg: change.detail,
                  ts: change.at,
                },
          slots: slots.map(presentSlot),
        },
      };
    },
    'v2.gateway-slots.change': async ({ body, caller, facts }) => {
      const changes = readSlotChanges(body.slots);
      if (!changes.ok) return changes;
      const outcome = await changeSlots(ctx, caller, {
        gateway: body.device_code,
        changes: changes.value,
        password: body.password,
        idempotencyKey: facts.idempotencyKey,
        source: 'v2.gateway-slots.change',
      });
      if (!outcome.ok) return outcome;
      const { commandId, results } = outcome.value;
      const data = {
        command_id: commandId,
        slots: results.map(({ slot, address, enabled, refusal }) => ({
          slot: `s${slot}`,
          ad: address,
          en: enabled ? 1 : 0,
          reason: refusal,
          msg: refusal === null ? null : refusalText({ refusal }),
        })),
      };
      const first = results.find(({ refusal }) => refusal !== null);
      if (commandId === null && first?.refusal) {
        return { ok: false, refusal: first.refusal, field: `s${first.slot}`, data };
      }
      return { msg: REFUSAL_MESSAGES.commandQueued, data };
    },
  };
}

function presentSlot({ slot, standing, address, enabled, status, slave }: GatewaySlot) {
  return {
    slot,
    standing,
    ad: address,
    enabled,
    st: status,
    device:
      slave === undefined
        ? null
        : {
            id: slave.id,
            device_code: slave.code,
            device_name: slave.name,
            group_id: slave.group_id,
            group_name: slave.group_name,
            rate_id: slave.rate_id,
            address: slave.place,
            presence: slave.presence,
            heard_at: slave.heard_at,
          },
  };
}
