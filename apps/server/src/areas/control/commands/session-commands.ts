/**
 * Commands and the sessions they were submitted in: a command whose session has ended is not sent
 * (docs/promises.md T10). The session is checked again when a command is claimed for sending, so
 * that a command that was passing the gate while its session ended is caught too.
 */
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { sessionLives } from '../../identity/sessions/active-session-queries.ts';
import { endCommand } from './command-expiry.ts';

/** Condition on a row of `command`. A command without a session (a timer's) always satisfies it. */
export const hasActiveIssuer = (ctx: Context) =>
  sql<boolean>`(command.session_hash is null or ${sessionLives('command.session_hash', ctx.clock.now())})`;

/** Cancels waiting commands whose sessions have ended. */
export async function cancelOfEndedSessions(ctx: Context): Promise<void> {
  const rows = await ctx.database.db
    .selectFrom('command')
    .select(['customer_id', 'command_id'])
    .where('state', '=', 'queued')
    .where(sql<boolean>`not ${hasActiveIssuer(ctx)}`)
    .execute();
  for (const row of rows) {
    await endCommand(ctx, {
      customerId: row.customer_id,
      commandId: row.command_id,
      from: ['queued'],
      to: 'cancelled',
      reason: 'session-ended',
    });
  }
}
