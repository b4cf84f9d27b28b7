/** Tells the server of a new command, after its commit. */
import { publishAll } from '../../bus.ts';
import type { Scope } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { NewCommand } from './command-repository.ts';
import type { ControlTarget } from './control-target.ts';

export function announce(
  ctx: Context,
  { customerId }: Scope,
  command: NewCommand,
  target: ControlTarget,
): void {
  const { commandId, messageId, linkDeviceCode } = command;
  publishAll(ctx.bus, [
    {
      name: 'command.changed',
      event: {
        customerId,
        deviceId: target.deviceId,
        deviceCode: target.deviceCode,
        groupPath: target.groupPath,
        commandId,
        state: 'queued',
        order: command.order,
        reason: null,
        detail: null,
        action: target.action ?? null,
        at: command.createdAt,
      },
    },
    {
      name: 'command.waiting',
      event: { customerId, commandId: messageId ?? commandId, linkDeviceCode },
    },
  ]);
}
