/**
 * Time-driven transitions of commands. A command that was never sent expires: no byte of it left
 * this server. A command that was sent and has no result becomes unknown some seconds after its
 * deadline; a later report of the device still resolves it. Every process runs this; compare and
 * set ensures that only one of them makes the transition.
 */
import { sql } from 'kysely';
import { publishAll } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import { databaseTime } from '../../shared/database-time-queries.ts';
import { commandChanged } from './command-events.ts';
import { type Move, moveCommands } from './move-command.ts';

/** Grace period for a reply that is under way at the deadline, ms. */
export const UNKNOWN_AFTER_MS = 5_000;

/** The instant at which a state times out. */
const DUE = sql<number>`expires_at +
  case when state = 'queued' then 0 else ${UNKNOWN_AFTER_MS / 1000} end * interval '1 second'`;

interface DueRow {
  customer_id: number;
  command_id: string;
  state: 'queued' | 'sent' | 'acknowledged';
}

/** Maximum rows per run; the remainder is due in the next run. */
const ROWS_PER_RUN = 500;

/**
 * Ends commands that are due. Returns the ms until the next one is due, undefined if there is none.
 */
export async function expireCommands(ctx: Context): Promise<number | undefined> {
  const { rows } = await sql<DueRow>`
    select customer_id, command_id, state from command
    where state in ('queued', 'sent', 'acknowledged') and ${DUE} <= ${databaseTime(ctx)}
    order by expires_at limit ${ROWS_PER_RUN}`.execute(ctx.database.db);
  for (const row of rows) await endOne(ctx, row);
  const next = await sql<{ ms: number | null }>`
    select ceil(extract(epoch from min(${DUE}) - ${databaseTime(ctx)}) * 1000)::float8 as ms
    from command where state in ('queued', 'sent', 'acknowledged')`.execute(ctx.database.db);
  const ms = next.rows[0]?.ms ?? undefined;
  return ms === undefined ? undefined : Math.max(ms, 0);
}

/** One transaction per command: locks of many commands could deadlock with those of the ingest. */
async function endOne(ctx: Context, row: DueRow): Promise<void> {
  const wasSent = row.state !== 'queued';
  await endCommand(ctx, {
    customerId: row.customer_id,
    commandId: row.command_id,
    from: wasSent ? ['sent', 'acknowledged'] : ['queued'],
    to: wasSent ? 'unknown' : 'expired',
    reason: wasSent ? 'no-answer' : 'not-sent',
    onlyIf: sql<boolean>`${DUE} <= ${databaseTime(ctx)}`,
  });
}

/**
 * Moves a command, or all commands of a message, and publishes it; false if another process was
 * first.
 */
export async function endCommand(ctx: Context, move: Move): Promise<boolean> {
  const moved = await moveCommands(ctx, ctx.database.db, move);
  publishAll(
    ctx.bus,
    moved.map((row) => commandChanged(row, row.moved_at)),
  );
  return moved.length > 0;
}

/**
 * After a start on the embedded database no other process can have sent anything: a command that
 * the previous process sent and that has no result is unknown now, before its deadline. On a server
 * another process may be waiting for the reply, so the deadline decides there.
 */
export async function settleAfterRestart(ctx: Context): Promise<void> {
  if (!ctx.database.isExclusive) return;
  const rows = await ctx.database.db
    .selectFrom('command')
    .select(['customer_id', 'command_id'])
    .where('state', 'in', ['sent', 'acknowledged'])
    .where(sql<boolean>`sender is distinct from ${ctx.processId}`)
    .execute();
  for (const row of rows) {
    await endCommand(ctx, {
      customerId: row.customer_id,
      commandId: row.command_id,
      from: ['sent', 'acknowledged'],
      to: 'unknown',
      reason: 'restarted',
    });
  }
}
