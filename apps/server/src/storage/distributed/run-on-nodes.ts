/** Runs a statement that may be executed on a worker node, with its own clock and no listeners. */
import type { QueryResult } from 'pg';
import { readsClock, withTime } from './coordinator-time.ts';
import { insertReturning } from './insert-select.ts';
import { notificationAfter } from './notification-after.ts';

type Run = (text: string, values: readonly unknown[]) => Promise<QueryResult>;

/** `run` executes a statement in the open transaction. */
export async function runOnNodes(
  run: Run,
  statement: string,
  parameters: readonly unknown[],
): Promise<QueryResult> {
  const split = notificationAfter(statement, parameters);
  let { text, values } = split ?? { text: statement, values: parameters };
  if (readsClock(text)) ({ text, values } = withTime(text, values, await readClock(run)));
  const returning = insertReturning(text);
  const result = await run(returning ?? text, values);
  if (returning !== undefined) return { ...result, rowCount: result.rows.length, rows: [] };
  if (split !== undefined && result.rows.length > 0) {
    await run('select pg_notify($1, $2)', split.notification);
  }
  return result;
}

async function readClock(run: Run): Promise<string> {
  const { rows } = await run('select clock_timestamp()::text as now', []);
  return (rows as { now: string }[])[0]!.now;
}
