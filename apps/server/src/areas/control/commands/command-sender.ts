/**
 * Sends waiting commands from the one process that holds the device's connection. A command is
 * claimed by compare and set before it is written: a process that dies in between leaves it `sent`,
 * which becomes unknown, and never causes a second transmission. The remaining life is read from
 * the database with the claim and measured by the monotonic clock up to the write itself, so that a
 * process that was suspended in between, or whose clock was set, writes nothing late. A command
 * that waits for an offline device is sent when the device reconnects, if it has not expired.
 */
import { sql } from 'kysely';
import { publishAll } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import { databaseTime } from '../../shared/database-time-queries.ts';
import { commandChanged } from './command-events.ts';
import { endCommand } from './command-expiry.ts';
import type { DeviceLink, SendResult } from './device-link.ts';
import { downPayload, hasFirst, messageExpiry, type NonEmpty } from './down-payload.ts';
import { type MovedCommand, moveCommands } from './move-command.ts';
import { hasActiveIssuer } from './session-commands.ts';

/**
 * Minimum remaining life of a command to be sent: 2 s, or a tenth of a short life. The device
 * refuses a command that is in transit for longer.
 */
const MARGIN = sql`least(interval '2 seconds', (expires_at - created_at) / 10)`;

/**
 * A command of a deleted device is not sent: its code may already belong to another customer. The
 * lock makes a concurrent deletion wait, so that it sees the command as sent.
 */
const DEVICE_EXISTS = sql<boolean>`exists (select from device d
  where d.customer_id = command.customer_id and d.device_id = command.device_id
    and d.deleted_at is null for key share)`;

export interface CommandSender {
  /**
   * Sends the waiting command or message with this id if this process holds the device's
   * connection.
   */
  send(customerId: number, commandId: string, linkDeviceCode: string): Promise<void>;
  /** Sends everything that waits for the devices connected to this process. */
  sendWaiting(): Promise<void>;
}

export function createCommandSender(ctx: Context, link: DeviceLink): CommandSender {
  return {
    async send(customerId, commandId, linkDeviceCode) {
      if (!link.isConnected(linkDeviceCode)) return;
      const askedAt = ctx.clock.monotonic();
      const taken = await take(ctx, customerId, commandId);
      if (!hasFirst(taken)) return;
      publishAll(
        ctx.bus,
        taken.map((row) => commandChanged(row, row.moved_at)),
      );
      // Counted from before the query, so the round trip of the query is deducted.
      const leftMs = messageExpiry(taken) - taken[0].moved_at;
      const remainingMs = () => leftMs - (ctx.clock.monotonic() - askedAt);
      const result = await attempt(ctx, link, taken, remainingMs);
      if (result !== 'sent') await endUnsent(ctx, customerId, commandId, result);
    },
    async sendWaiting() {
      const rows = await ctx.database.db
        .selectFrom('command')
        .select(['customer_id', 'link_device_code'])
        .select(sql<string>`coalesce(message_id, command_id)`.as('id'))
        .where('state', '=', 'queued')
        .where(sql<boolean>`expires_at - ${MARGIN} > ${databaseTime(ctx)}`)
        .groupBy(['customer_id', 'link_device_code', 'id'])
        .orderBy(sql`min(created_at)`)
        .execute();
      await Promise.all(
        rows.map((row) => this.send(row.customer_id, row.id, row.link_device_code)),
      );
    },
  };
}

/**
 * Moves the commands of a message from queued to sent, in one process only and only before they
 * expire.
 */
function take(ctx: Context, customerId: number, commandId: string): Promise<MovedCommand[]> {
  return moveCommands(ctx, ctx.database.db, {
    customerId,
    commandId,
    from: ['queued'],
    to: 'sent',
    sender: ctx.processId,
    onlyIf: sql<boolean>`expires_at - ${MARGIN} > ${databaseTime(ctx)} and ${hasActiveIssuer(ctx)} and ${DEVICE_EXISTS}`,
  });
}

async function attempt(
  ctx: Context,
  link: DeviceLink,
  commands: NonEmpty<MovedCommand>,
  remainingMs: () => number,
): Promise<SendResult> {
  try {
    return await link.send(commands[0].link_device_code, downPayload(commands), remainingMs);
  } catch (error) {
    // It is unknown if the message was written: it stays `sent` and its deadline decides.
    ctx.log.warn({ error, commandId: commands[0].command_id }, 'sending a command failed');
    return 'sent';
  }
}

/**
 * No byte was sent, so the end is certain; it is not queued again because it could be claimed
 * twice.
 */
async function endUnsent(
  ctx: Context,
  customerId: number,
  commandId: string,
  result: Exclude<SendResult, 'sent'>,
): Promise<void> {
  await endCommand(ctx, {
    customerId,
    commandId,
    from: ['sent'],
    to: result === 'too-late' ? 'expired' : 'rejected',
    reason: result === 'too-late' ? 'not-sent' : 'device-offline',
  });
}
