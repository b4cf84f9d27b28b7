/**
 * Time-driven state changes of commands. A command that was never sent expires: no byte of it left
 * this server. A command that was sent and has no result becomes unknown some seconds after its
 * deadline; a later report of the device still resolves it. Every process runs this;
 * compare-and-set ensures that only one of them changes the state.
 */
import { publishAll } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import { commandChanged } from './command-events.ts';
import type { Move } from './command-transition-queries.ts';
import { moveCommands } from './move-command.ts';
import {
  commandsOfOtherProcesses,
  type DueCommand,
  dueCommands,
  isDue,
  msUntilDue,
} from './open-command-queries.ts';

/**
 * Changes the state of the commands that have timed out. Returns the ms until the next one times
 * out; undefined if there is none.
 */
export async function expireCommands(ctx: Context): Promise<number | undefined> {
  for (const row of await dueCommands(ctx)) await endOne(ctx, row);
  const ms = await msUntilDue(ctx);
  return ms === null ? undefined : Math.max(ms, 0);
}

/** Uses one transaction per command: locks of many commands could deadlock with the ingest. */
async function endOne(ctx: Context, row: DueCommand): Promise<void> {
  const wasSent = row.state !== 'queued';
  await endCommand(ctx, {
    customerId: row.customer_id,
    commandId: row.command_id,
    from: wasSent ? ['sent', 'acknowledged'] : ['queued'],
    to: wasSent ? 'unknown' : 'expired',
    reason: wasSent ? 'no-answer' : 'not-sent',
    onlyIf: isDue(ctx),
  });
}

/**
 * Changes the state of a command, or of all commands of a message, and publishes it; returns false
 * if another process did so first.
 */
export async function endCommand(ctx: Context, move: Move): Promise<boolean> {
  const moved = await moveCommands(ctx, ctx.database.db, move);
  publishAll(ctx.bus, moved.map(commandChanged));
  return moved.length > 0;
}

/**
 * After a start with the embedded database no other process can have sent anything: a command that
 * the previous process sent and that has no result is unknown now, before its deadline. With an
 * external database another process may be waiting for the reply, so the deadline decides.
 */
export async function resolveAfterRestart(ctx: Context): Promise<void> {
  if (!ctx.database.isExclusive) return;
  for (const row of await commandsOfOtherProcesses(ctx)) {
    await endCommand(ctx, {
      customerId: row.customer_id,
      commandId: row.command_id,
      from: ['sent', 'acknowledged'],
      to: 'unknown',
      reason: 'restarted',
    });
  }
}
