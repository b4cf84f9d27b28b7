/**
 * Cancels commands that no user is responsible for: a command whose session has ended
 * (docs/promises.md T10), or whose timer or tower was deleted, disabled or changed since, is not
 * sent. This is checked again when a command is claimed for sending, which also covers a command that was
 * passing the gate at that moment.
 */
import type { Context } from '../../../context.ts';
import { endCommand } from './command-expiry.ts';
import { withdrawalReason } from './command-issuer-queries.ts';
import { unwantedCommands } from './open-command-queries.ts';

export async function cancelUnwantedCommands(ctx: Context): Promise<void> {
  for (const row of await unwantedCommands(ctx)) {
    await endCommand(ctx, {
      customerId: row.customer_id,
      commandId: row.command_id,
      from: ['queued'],
      to: 'cancelled',
      reason: withdrawalReason(row),
    });
  }
}
