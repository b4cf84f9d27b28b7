/** Advances the limit before which readings may be thinned, month by month. */

import type { Context } from '../../../context.ts';
import { type RawTable, startOfMonth } from '../../../storage/partitions.ts';
import { lockLedger } from '../../energy/ledger/energy-work-queries.ts';
import { readThinnedBefore } from '../../telemetry/readings/thinning-queries.ts';
import { hasBefore, hasUnfolded, writeEdge } from './edge-queries.ts';

const DAY_MS = 86_400_000;

/** Returns the new limit, epoch ms, or undefined if nothing may be thinned yet. */
export async function raiseEdge(
  ctx: Context,
  table: RawTable,
  days: number,
): Promise<number | undefined> {
  const { db } = ctx.database;
  const wanted = startOfMonth(ctx.clock.now() - days * DAY_MS);
  const known = await readThinnedBefore(db, table);
  if (known !== undefined && known >= wanted) return known;
  if (!(await hasBefore(db, table, wanted))) return known;
  if (table === 'measurement') {
    await writeEdge(db, table, wanted);
    return wanted;
  }
  return ctx.database.transaction(async (trx) => {
    // No fold is running, and each later one sees the limit and reads only registers after it.
    if (!(await lockLedger(trx)) || (await hasUnfolded(trx, wanted))) return known;
    await writeEdge(trx, table, wanted);
    return wanted;
  });
}
