/**
 * Sends waiting commands from the one process that holds the device's connection. A command is
 * claimed by compare-and-set before it is written: a process that dies in between leaves it `sent`,
 * which becomes unknown, and never causes a second transmission. The remaining life is read from
 * the database with the claim and measured by the monotonic clock up to the write itself, so that a
 * process that was suspended in between, or whose clock was set, writes nothing late. A command
 * that waits for an offline device is sent when the device reconnects, if it has not expired.
 */
import { publishAll } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import { commandChanged } from './command-events.ts';
import { endCommand } from './command-expiry.ts';
import { withdrawalReason } from './command-issuer-queries.ts';
import type { Move, MovedCommand } from './command-transition-queries.ts';
import { deviceCommand, hasFirst, messageExpiry, type NonEmpty } from './device-command.ts';
import type { DeviceLink, SendResult } from './device-link.ts';
import { moveCommands } from './move-command.ts';
import { isStillWanted, maySend, waitingMessages } from './open-command-queries.ts';

export interface CommandSender {
  /** Sends the waiting command or message of this id if this process has the device connection. */
  send(customerId: number, commandId: string, linkDeviceCode: string): Promise<void>;
  /** Sends all waiting commands to the devices connected to this process. */
  sendWaiting(): Promise<void>;
}

export function createCommandSender(ctx: Context, link: DeviceLink): CommandSender {
  return {
    async send(customerId, commandId, linkDeviceCode) {
      if (!link.isConnected(linkDeviceCode)) return;
      const startedAt = ctx.clock.monotonic();
      const taken = await take(ctx, customerId, commandId);
      if (!hasFirst(taken)) return;
      publishAll(ctx.bus, taken.map(commandChanged));
      // The remaining life is counted from before the query, so that the query's round trip is
      // deducted.
      const leftMs = messageExpiry(taken) - taken[0].moved_at;
      const remainingMs = () => leftMs - (ctx.clock.monotonic() - startedAt);
      const isWanted = () => isStillWanted(ctx, customerId, commandId);
      const result = await attempt(ctx, link, taken, remainingMs, isWanted);
      if (result !== 'sent') await endUnsent(ctx, taken[0], result);
    },
    async sendWaiting() {
      const messages = await waitingMessages(ctx);
      await Promise.all(
        messages.map((row) => this.send(row.customer_id, row.id, row.link_device_code)),
      );
    },
  };
}

/** Marks a message's queued commands as sent, in one process only and only before they expire. */
function take(ctx: Context, customerId: number, commandId: string): Promise<MovedCommand[]> {
  return moveCommands(ctx, ctx.database.db, {
    customerId,
    commandId,
    from: ['queued'],
    to: 'sent',
    sender: ctx.processId,
    onlyIf: maySend(ctx, customerId),
  });
}

async function attempt(
  ctx: Context,
  link: DeviceLink,
  commands: NonEmpty<MovedCommand>,
  remainingMs: () => number,
  isWanted: () => Promise<boolean>,
): Promise<SendResult> {
  const { link_device_code: code } = commands[0];
  try {
    return await link.send(code, deviceCommand(commands), remainingMs, isWanted);
  } catch (error) {
    // The message may have been written: the command stays `sent` and its deadline decides.
    ctx.log.warn({ error, commandId: commands[0].command_id }, 'sending a command failed');
    return 'sent';
  }
}

const UNSENT = {
  'too-late': { to: 'expired', reason: 'not-sent' },
  'not-connected': { to: 'rejected', reason: 'device-offline' },
  'not-supported': { to: 'rejected', reason: 'order-not-supported' },
  withdrawn: { to: 'rejected', reason: 'session-ended' },
  'clock-unread': { to: 'rejected', reason: 'meter-clock-unread' },
  'password-unreadable': { to: 'rejected', reason: 'meter-password-unreadable' },
  'position-unread': { to: 'rejected', reason: 'position-unread' },
  'close-disabled': { to: 'rejected', reason: 'close-disabled' },
} as const satisfies Record<Exclude<SendResult, 'sent'>, Pick<Move, 'to' | 'reason'>>;

/** Ends a command of which no byte was sent; not queued again, as it could be claimed twice. */
async function endUnsent(
  ctx: Context,
  command: MovedCommand,
  result: Exclude<SendResult, 'sent'>,
): Promise<void> {
  await endCommand(ctx, {
    customerId: command.customer_id,
    commandId: command.message_id ?? command.command_id,
    from: ['sent'],
    ...UNSENT[result],
    ...(result === 'withdrawn' ? { reason: withdrawalReason(command) } : {}),
  });
}
