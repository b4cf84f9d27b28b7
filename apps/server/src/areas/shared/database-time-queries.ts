/**
 * Commands use the time of the database: two processes with different clocks must agree on when a
 * command has expired (a process with a slow clock would operate a breaker too late).
 */
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Executor } from '../../storage/database.ts';

/**
 * Returns the database clock as an expression of type timestamptz, evaluated per row and not at the
 * start of the transaction. A frozen clock (`standsStill`) replaces it; any other clock shifts it
 * by its offset from this machine's clock, which is zero for the system clock. A clock that follows
 * the database needs no shift.
 */
export function databaseTime(ctx: Context): RawBuilder<Date> {
  if (ctx.clock.standsStill) return sql<Date>`${new Date(ctx.clock.now())}::timestamptz`;
  if (ctx.clock.isDatabaseTime) return sql<Date>`clock_timestamp()`;
  const shiftMs = ctx.clock.now() - Date.now();
  if (Math.abs(shiftMs) < 5) return sql<Date>`clock_timestamp()`;
  return sql<Date>`(clock_timestamp() + ${shiftMs / 1000}::float8 * interval '1 second')`;
}

/** Converts a timestamptz to whole milliseconds since 1970. */
export function epochMs(time: RawBuilder<Date>): RawBuilder<number> {
  return sql<number>`floor(extract(epoch from ${time}) * 1000)::float8`;
}

/** Returns the milliseconds from the database's current time to `time`, rounded up. */
export function msUntil(ctx: Context, time: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql<
    number | null
  >`ceil(extract(epoch from ${time} - ${databaseTime(ctx)}) * 1000)::float8`;
}

/** Returns the database's current time in whole milliseconds since 1970. */
export async function readDatabaseTime(ctx: Context, executor: Executor): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select ${epochMs(databaseTime(ctx))} as now`.execute(executor);
  return rows[0]!.now;
}
