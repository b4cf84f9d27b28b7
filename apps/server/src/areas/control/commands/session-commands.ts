/**
 * Cancels commands of ended sessions: a command whose session has ended is not sent
 * (docs/promises.md T10). The session is checked again when a command is claimed for sending, which
 * also covers a command that was passing the gate while its session ended.
 */
import type { Context } from '../../../context.ts';
import { endCommand } from './command-expiry.ts';
import { commandsOfEndedSessions } from './open-command-queries.ts';

/** Cancels waiting commands whose sessions have ended. */
export async function cancelOfEndedSessions(ctx: Context): Promise<void> {
  for (const row of await commandsOfEndedSessions(ctx)) {
    await endCommand(ctx, {
      customerId: row.customer_id,
      commandId: row.command_id,
      from: ['queued'],
      to: 'cancelled',
      reason: 'session-ended',
    });
  }
}
