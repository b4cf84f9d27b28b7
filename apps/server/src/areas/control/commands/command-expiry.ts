/**
 * What time does to commands. One that was never sent expires: not a byte of it left. One that was
 * sent and not settled becomes unknown some seconds after its deadline; what the device says later
 * still settles it. Every process runs this; compare and set lets one of them do it.
 */
import { sql } from 'kysely';
import { publishAll } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import { databaseTime } from '../../shared/database-time.ts';
import { commandChanged } from './command-events.ts';
import { type Move, moveCommands } from './move-command.ts';

/** A reply under way at the deadline is waited for this long. */
export const UNKNOWN_AFTER_MS = 5_000;

/** What stands against the deadline of a state. */
const DUE = sql<number>`expires_at +
  case when state = 'queued' then 0 else ${UNKNOWN_AFTER_MS / 1000} end * interval '1 second'`;

interface DueRow {
  customer_id: number;
  command_id: string;
  state: 'queued' | 'sent' | 'acknowledged';
}

/** At most so many a run; the rest is due in the next. */
const ROWS_PER_RUN = 500;

/** Ends what is due; answers the ms until the next one is, undefined when none waits. */
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

/** One transaction each: locks of many commands together could cross with those of the ingest. */
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

/** Moves a command, or those of a message, by itself and publishes it; false when another was first. */
export async function endCommand(ctx: Context, move: Move): Promise<boolean> {
  const moved = await moveCommands(ctx, ctx.database.db, move);
  publishAll(
    ctx.bus,
    moved.map((row) => commandChanged(row, row.moved_at)),
  );
  return moved.length > 0;
}

/**
 * After a start on the embedded database nobody else can have sent anything: what was sent by the
 * process before and not settled is unknown now, not first at its deadline. On a server another
 * process may be waiting for the answer, so there the deadline decides.
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
