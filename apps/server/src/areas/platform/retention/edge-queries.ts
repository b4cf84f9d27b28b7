/** Queries for the time before which readings are thinned. */

import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { RawTable } from '../../../storage/partitions.ts';

const DAY_MS = 86_400_000;

export async function hasBefore(db: Executor, table: RawTable, at: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from ${sql.table(table)} where ts < ${instant(at)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns true if registers or decisions up to the end of the limit's day are not folded. */
export async function hasUnfolded(trx: Executor, edge: number): Promise<boolean> {
  const until = instant(edge + DAY_OF_EDGE_MS);
  const { rows } = await sql`
    (select 1 from energy_dirty where from_ts <= ${until} limit 1)
    union all (select 1 from energy_work where from_ts <= ${until} limit 1)`.execute(trx);
  return rows.length > 0;
}

export async function writeEdge(trx: Executor, table: RawTable, at: number): Promise<void> {
  await sql`insert into thinned_before (of_table, at) values (${table}, ${instant(at)})
    on conflict (of_table) do update set at = greatest(thinned_before.at, excluded.at)`.execute(
    trx,
  );
}

/** Time after the limit, ms, at which the local day of the limit has ended in every time zone. */
export const DAY_OF_EDGE_MS = 2 * DAY_MS;
