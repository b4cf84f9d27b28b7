/**
 * Commands and the sessions they were given in: what nobody stands behind any more is not sent
 * (docs/promises.md T10). Asked again as a command is taken for sending, so that an order that was
 * on its way through the gate while its session ended is caught too.
 */
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { sessionLives } from '../../identity/sessions/session-lives.ts';
import { endCommand } from './command-expiry.ts';

/** About a row of `command`. One without a session (a timer's) stands by itself. */
export const somebodyStandsBehind = (ctx: Context) =>
  sql<boolean>`(command.session_hash is null or ${sessionLives('command.session_hash', ctx.clock.now())})`;

/** Cancels what waits of sessions that are over. */
export async function cancelOfEndedSessions(ctx: Context): Promise<void> {
  const rows = await ctx.database.db
    .selectFrom('command')
    .select(['customer_id', 'command_id'])
    .where('state', '=', 'queued')
    .where(sql<boolean>`not ${somebodyStandsBehind(ctx)}`)
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
