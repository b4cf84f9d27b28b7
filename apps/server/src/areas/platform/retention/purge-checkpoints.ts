/**
 * Purges ledger checkpoints at the ends of frozen days: only the last one of each device is needed,
 * as the state from which the device may be folded again.
 */

import type { Context } from '../../../context.ts';
import { runLimit } from '../../../run-limit.ts';
import { yieldToEventLoop } from '../../../yield-to-event-loop.ts';
import { readThinnedBefore } from '../../telemetry/readings/thinning-queries.ts';
import { type Place, purgeCheckpointsOfSome } from './purge-queries.ts';

const RUN_MS = 3_000;

/** Last device whose checkpoints were purged, for the purge limit at that time. */
const placeOf = new WeakMap<Context['database'], Place>();

export async function purgeCheckpoints(ctx: Context, stop?: AbortSignal): Promise<void> {
  const { database, clock } = ctx;
  const edge = await readThinnedBefore(database.db, 'energy_register');
  if (edge === undefined) return;
  let place = placeOf.get(database);
  if (place?.edge !== edge) place = { edge, customerId: 0, deviceId: 0 };
  placeOf.set(database, place);
  const isOver = runLimit(clock, RUN_MS, stop);
  while (!isOver()) {
    const last = await purgeCheckpointsOfSome(ctx, place);
    if (last === undefined) return;
    Object.assign(place, last);
    await yieldToEventLoop();
  }
}
