/** Publishes new commands on the bus, after the commit that created them. */
import { type BusMessage, publishAll } from '../../../bus.ts';
import type { Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { NewCommand } from './command-queries.ts';
import type { ControlTarget } from './control-target-queries.ts';

/** Publishes each command; commands that share one message are queued for sending once. */
export function announce(
  ctx: Context,
  { customerId }: Scope,
  accepted: readonly { readonly command: NewCommand; readonly target: ControlTarget }[],
): void {
  const messages = new Map(
    accepted.map(({ command }) => [command.messageId ?? command.commandId, command.linkDeviceCode]),
  );
  publishAll(ctx.bus, [
    ...accepted.map(({ command, target }) => given(command, target)),
    ...[...messages].map(
      ([commandId, linkDeviceCode]): BusMessage => ({
        name: 'command.waiting',
        event: { customerId, commandId, linkDeviceCode },
      }),
    ),
  ]);
}

function given(command: NewCommand, target: ControlTarget): BusMessage {
  const { customerId, deviceId, deviceCode, groupPath } = target;
  return {
    name: 'command.changed',
    event: {
      customerId,
      deviceId,
      deviceCode,
      groupPath,
      commandId: command.commandId,
      state: 'queued',
      order: command.switchCommand,
      reason: null,
      detail: null,
      action: target.action ?? null,
      actionAt: null,
      times: { queued: command.createdAt },
    },
  };
}
