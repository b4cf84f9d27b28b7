/** Batch commands on v2. */

import type { groupControlCalls } from '@busbar/contract/v2/control/group-control';
import { pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import type { Refusal } from '@busbar/domain/refusal';
import type { BatchCommandDevice } from '../../../areas/control/batch/batch-command-queries.ts';
import {
  type BatchCommandProgress,
  cancelBatchCommand,
  findBatchCommand,
  repeatBatchCommand,
  startBatchCommand,
} from '../../../areas/control/batch/batch-command-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_ANSWERS, REFUSAL_MESSAGES } from '../../responses/errors.ts';

export function groupControlHandlers(ctx: Context): HandlersOf<typeof groupControlCalls> {
  return {
    'v2.device.control.batch': async ({ body, caller, facts }) => {
      const outcome = await startBatchCommand(ctx, caller, {
        devices: body.device_codes,
        command: body.data.switch,
        reason: body.reason,
        until: body.until,
        password: body.password,
        idempotencyKey: facts.idempotencyKey,
        source: 'v2.device.control.batch',
      });
      if (!outcome.ok) return outcome;
      return {
        msg: REFUSAL_MESSAGES.commandQueued,
        data: { batch_id: outcome.value.batchCommandId },
      };
    },
    'v2.device.control.batch.progress': async ({ params, caller }) => {
      const outcome = await findBatchCommand(ctx, caller, params.id);
      return outcome.ok ? { data: present(outcome.value) } : outcome;
    },
    'v2.device.control.batch.retry': async ({ params, body, caller }) => {
      const outcome = await repeatBatchCommand(ctx, caller, params.id, {
        password: body.password,
        source: 'v2.device.control.batch.retry',
      });
      return outcome.ok
        ? { msg: REFUSAL_MESSAGES.commandQueued, data: present(outcome.value) }
        : outcome;
    },
    'v2.device.control.batch.cancel': async ({ params, caller }) => {
      const outcome = await cancelBatchCommand(ctx, caller, params.id);
      return outcome.ok ? { msg: REFUSAL_MESSAGES.updated, data: present(outcome.value) } : outcome;
    },
  };
}

function present({ batch: { batchCommandId, command, ...row }, devices }: BatchCommandProgress) {
  return {
    ...snakeCaseKeys(row),
    batch_id: batchCommandId,
    switch: command,
    devices: devices.map(presentDevice),
  };
}

function presentDevice(device: BatchCommandDevice) {
  const { state, reason, detail, commandState, commandReason, commandDetail } = device;
  const sentence = state === 'refused' ? REFUSAL_ANSWERS[reason as Refusal].text : null;
  return {
    state: commandState ?? state,
    reason: reason ?? commandReason,
    msg: detail === null ? (sentence ?? commandDetail) : `${sentence}: ${detail}`,
    ...pickSnakeCase(device, 'deviceCode', 'deviceName', 'channel', 'commandId'),
  };
}
