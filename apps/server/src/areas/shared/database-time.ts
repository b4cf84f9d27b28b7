/**
 * Time of commands is the database's: two processes with different clocks must agree when a
 * command is past its expiry (a command judged by the slower clock would move a breaker late).
 */
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Executor } from '../../storage/database.ts';

/**
 * The database's clock as an expression of type timestamptz, taken when the row is judged and not
 * when the transaction began. A clock that stands still takes its place; another one shifts it by
 * as much as it differs from this machine's, which is nothing for the system's.
 */
export function databaseTime(ctx: Context): RawBuilder<Date> {
  if (ctx.clock.standsStill) return sql<Date>`${new Date(ctx.clock.now())}::timestamptz`;
  const shiftMs = ctx.clock.now() - Date.now();
  if (Math.abs(shiftMs) < 5) return sql<Date>`clock_timestamp()`;
  return sql<Date>`(clock_timestamp() + ${shiftMs / 1000}::float8 * interval '1 second')`;
}

/** A timestamptz as whole milliseconds since 1970. */
export function epochMs(time: RawBuilder<Date>): RawBuilder<number> {
  return sql<number>`floor(extract(epoch from ${time}) * 1000)::float8`;
}

/** Milliseconds from the database's time to another one, rounded up. */
export function msUntil(ctx: Context, time: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql<
    number | null
  >`ceil(extract(epoch from ${time} - ${databaseTime(ctx)}) * 1000)::float8`;
}

/** The database's time now, in whole milliseconds since 1970. */
export async function readDatabaseTime(ctx: Context, executor: Executor): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select ${epochMs(databaseTime(ctx))} as now`.execute(executor);
  return rows[0]!.now;
}
