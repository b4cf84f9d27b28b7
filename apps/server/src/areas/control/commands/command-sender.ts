/**
 * Sends what waits, from the one process that holds the device's connection. A command is taken by
 * compare and set before it is written: a process that dies in between leaves it `sent`, which
 * becomes unknown, and never a second sending. The deadline is asked of the database as it is
 * taken and carried on by the monotonic clock to the write itself, so that a process that was
 * stopped in between, or whose clock was set, writes nothing late. A command that waits for a
 * device goes out when the device comes back, as long as it lives.
 */
import { sql } from 'kysely';
import { publishAll } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import { databaseTime } from '../../shared/database-time.ts';
import { commandChanged } from './command-events.ts';
import { endCommand } from './command-expiry.ts';
import type { DeviceLink, SendResult } from './device-link.ts';
import { downPayload, hasFirst, messageExpiry, type NonEmpty } from './down-payload.ts';
import { type MovedCommand, moveCommands } from './move-command.ts';
import { somebodyStandsBehind } from './session-commands.ts';

/**
 * Life a command must still have to be sent: 2 s, or a tenth of a short one. What is on its way
 * longer than that is refused by the device.
 */
const MARGIN = sql`least(interval '2 seconds', (expires_at - created_at) / 10)`;

/**
 * A command of a deleted device is not sent: its code may belong to another customer already. The
 * lock makes a deletion that is under way wait, so that it sees the command as sent.
 */
const DEVICE_EXISTS = sql<boolean>`exists (select from device d
  where d.customer_id = command.customer_id and d.device_id = command.device_id
    and d.deleted_at is null for key share)`;

export interface CommandSender {
  /** Sends what waits under this id, of a command or of a message, if this process holds the device's connection. */
  send(customerId: number, commandId: string, linkDeviceCode: string): Promise<void>;
  /** Sends all that waits for the devices connected to this process. */
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
      // Counted from before the question, so the time of the answer's way back is taken off.
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

/** From queued to sent, by one process only and only while it lives: what one message carries. */
function take(ctx: Context, customerId: number, commandId: string): Promise<MovedCommand[]> {
  return moveCommands(ctx, ctx.database.db, {
    customerId,
    commandId,
    from: ['queued'],
    to: 'sent',
    sender: ctx.processId,
    onlyIf: sql<boolean>`expires_at - ${MARGIN} > ${databaseTime(ctx)} and ${somebodyStandsBehind(ctx)} and ${DEVICE_EXISTS}`,
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
    // Whether it was written is not known: it stays `sent` and its deadline decides.
    ctx.log.warn({ error, commandId: commands[0].command_id }, 'sending a command failed');
    return 'sent';
  }
}

/** Not a byte left, so it can end without doubt; it is not put back, for it could be taken twice. */
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
