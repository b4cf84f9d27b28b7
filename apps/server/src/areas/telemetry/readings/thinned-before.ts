/**
 * From which instant on readings are there as they came. What is older is thinned, or is being
 * thinned: some of it may still be raw, and a late measurement is raw until it is thinned as well.
 */
import type { Executor } from '../../../storage/database.ts';
import type { RawTable } from '../../../storage/partitions.ts';

/** Epoch ms, the beginning of a month; undefined: nothing is thinned. */
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
