/**
 * The time from which readings are available as raw data. Older data is thinned or being thinned:
 * some of it may still be raw, and a late measurement is raw until it is thinned as well.
 */
import type { Executor } from '../../../storage/database.ts';
import type { RawTable } from '../../../storage/partitions.ts';

/** Returns the start of a month, epoch ms; undefined if nothing is thinned. */
export async function readThinnedBefore(
  executor: Executor,
  table: RawTable,
): Promise<number | undefined> {
  const row = await executor
    .selectFrom('thinned_before')
    .select('at')
    .where('of_table', '=', table)
    .executeTakeFirst();
  return row?.at;
}
