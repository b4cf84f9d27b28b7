/**
 * v1 calls that control a device (contract `v1/device-control.ts`). User and group in the body are
 * claims, not proof: they must be the caller's own user and a group within the caller's scope.
 */

import type { deviceControlV1Calls } from '@busbar/contract/v1/device-control';
import { submitSwitch } from '../../areas/control/gate/control-service.ts';
import { summon } from '../../areas/control/summon/summon-service.ts';
import type { Context } from '../../context.ts';
import { foreignClaim, foreignControl } from '../access/claims.ts';
import type { HandlersOf } from '../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../responses/errors.ts';

export function deviceControlV1Handlers(ctx: Context): HandlersOf<typeof deviceControlV1Calls> {
  return {
    'v1.device.swControl': async ({ body, caller, facts }) => {
      const foreign = await foreignControl(ctx, caller, 'v1.device.swControl', body);
      if (foreign !== undefined) return foreign;
      const outcome = await submitSwitch(ctx, caller, {
        device: body.devId,
        command: body.data.switch,
        queue: body.queue,
        reason: body.reason,
        until: body.until,
        password: body.password,
        idempotencyKey: facts.idempotencyKey,
        source: 'v1.device.swControl',
      });
      if (!outcome.ok) return outcome;
      const { commandId, state } = outcome.value;
      return { msg: REFUSAL_MESSAGES.commandQueued, data: { command_id: commandId, state } };
    },
    'v1.device.summonVariable': async ({ body, caller }) => {
      const foreign = await foreignClaim(ctx, caller, body);
      if (foreign !== undefined) return foreign;
      const outcome = await summon(ctx, caller, {
        device: body.deviceId,
        dataType: body.dataType,
        source: 'v1.device.summonVariable',
      });
      if (!outcome.ok) return outcome;
      return { msg: REFUSAL_MESSAGES.commandQueued, data: { command_id: outcome.value.commandId } };
    },
  };
}
