/** Retention of timer run records: a year and a month, so that a year can be compared. */
import type { Context } from '../../../context.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { purgeRuns } from './timer-run-queries.ts';

const RETENTION_MS = 400 * 86_400_000;

export async function purgeOldRuns(ctx: Context): Promise<void> {
  const { db } = ctx.database;
  const purged = await purgeRuns(db, (await readDatabaseTime(ctx, db)) - RETENTION_MS);
  if (purged > 0) ctx.log.info({ purged }, 'old runs of timers purged');
}
