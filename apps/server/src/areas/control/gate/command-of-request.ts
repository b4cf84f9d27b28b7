/** Converts an accepted switch request to a device command with its life (docs/decisions.md 8). */
import { commandTtlMs } from '@busbar/domain/switch/command-state';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { NewCommand } from '../commands/command-queries.ts';
import type { ControlTarget } from '../commands/control-target-queries.ts';
import { requestHash } from '../commands/idempotency.ts';
import type { SwitchRequest } from '../commands/switch-request.ts';
import { LISTED_WITH_PASSWORD, STEPPED_UP } from './gate-queries.ts';

export function commandOfRequest(
  ctx: Context,
  request: SwitchRequest,
  target: ControlTarget,
  steppedUp: boolean,
): NewCommand {
  return {
    commandId: request.select ?? uuidV7(ctx.clock, ctx.random),
    messageId: request.messageId,
    deviceId: target.deviceId,
    linkDeviceCode: target.linkDeviceCode,
    switchCommand: request.command,
    ...movement(request, target),
    source: request.source + (steppedUp ? passwordMark(request) : ''),
    idempotencyKey: request.idempotencyKey,
    requestHash: request.requestHash ?? requestHash(target.deviceId, request),
    beforeAction: target.action,
    createdAt: target.readAt,
    expiresAt: Math.min(
      target.readAt + commandTtlMs(request.command, ctx.config.commandTtlS),
      request.endsBy ?? Number.POSITIVE_INFINITY,
    ),
  };
}

/**
 * Returns the suffix that marks a command as confirmed by password. A password given for a whole
 * list does not reset the count of single commands.
 */
const passwordMark = ({ batchCommandId }: SwitchRequest): string =>
  batchCommandId === undefined ? STEPPED_UP : LISTED_WITH_PASSWORD;

/** Kind and arguments of the command; a slave is switched via its gateway, by its address slot. */
function movement(request: SwitchRequest, target: ControlTarget) {
  const note = {
    ...(request.reason === undefined ? {} : { reason: request.reason }),
    ...(request.until === undefined ? {} : { until: request.until }),
  };
  return target.slaveAddress === null
    ? { kind: 'switch' as const, args: { to: request.command, ...note } }
    : {
        kind: 'slaves' as const,
        args: { slots: [{ address: target.slaveAddress, order: request.command }], ...note },
      };
}
