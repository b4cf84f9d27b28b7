/**
 * Hourly aggregates of measurements, computed when the measurements are some days old: a chart of a
 * year reads 8,760 rows instead of half a million readings. The job runs periodically for a second
 * or two in small pieces, so that readings, pages and commands are not delayed, and continues at
 * each device's watermark.
 */

import type { Context } from '../../../context.ts';
import { runLimit } from '../../../run-limit.ts';
import { ensurePartitions, hourTable } from '../../../storage/partitions.ts';
import { yieldToEventLoop } from '../../../yield-to-event-loop.ts';
import { beginDevices, DAY_MS, foldPiece, takeBackTooFar } from './hour-queries.ts';
import { FOLDED_AFTER_MS } from './late-measurement-queries.ts';

/** Watermarks are whole days: a device is processed once a day, not every hour. */
const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

const MAX_RUN_MS = 2_000;

/** Returns true if the time limit or the stop was reached before all devices were processed. */
export async function foldHours(ctx: Context, stop?: AbortSignal): Promise<boolean> {
  const { database, clock } = ctx;
  const until = startOfDay(clock.now() - FOLDED_AFTER_MS);
  await takeBackTooFar(database.db, until);
  await beginDevices(database.db);
  const isOver = runLimit(clock, MAX_RUN_MS, stop);
  do {
    const piece = await foldPiece(ctx, until);
    if (piece === 'none') return false;
    // Partitions are created in a separate transaction, so this runs outside the transaction of the
    // piece.
    if (piece !== 'done') await ensurePartitions(database, piece.from, piece.to - 1, [hourTable]);
    await yieldToEventLoop();
  } while (!isOver());
  return true;
}
