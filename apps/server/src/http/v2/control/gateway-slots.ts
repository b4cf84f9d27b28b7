/** The slots of a gateway on v2. */
import { readSlotChanges } from '@busbar/contract/v2/control/gateway-slot-changes';
import type { gatewaySlotCalls } from '@busbar/contract/v2/control/gateway-slots';
import { pickSnakeCase } from '@busbar/domain/key-case';
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
      const { target, name, change, slots } = found.value;
      return {
        data: {
          device_name: name,
          last_change:
            change === undefined
              ? null
              : {
                  msg: change.detail,
                  ts: change.at,
                  ...pickSnakeCase(change, 'command_id', 'state', 'reason'),
                },
          slots: slots.map(presentSlot),
          ...pickSnakeCase(target, 'deviceCode', 'presence', 'groupId'),
          ...pickSnakeCase(found.value, 'rateId', 'readAt'),
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
            device_code: slave.code,
            device_name: slave.name,
            address: slave.place,
            ...pickSnakeCase(slave, 'id', 'group_id', 'group_name', 'rate_id'),
            ...pickSnakeCase(slave, 'presence', 'heard_at'),
          },
  };
}
