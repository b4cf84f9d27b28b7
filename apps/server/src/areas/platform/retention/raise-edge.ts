/** Advances the limit before which readings may be thinned, month by month. */
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { type RawTable, startOfMonth } from '../../../storage/partitions.ts';
import { holdLedger } from '../../energy/ledger/energy-work.ts';
import { readThinnedBefore } from '../../telemetry/readings/thinned-before.ts';

const DAY_MS = 86_400_000;
/** By then the local day of the limit has ended in every time zone. */
const DAY_OF_EDGE_MS = 2 * DAY_MS;

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
    if (!(await holdLedger(trx)) || (await hasUnfolded(trx, wanted))) return known;
    await writeEdge(trx, table, wanted);
    return wanted;
  });
}

async function hasBefore(db: Executor, table: RawTable, at: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from ${sql.table(table)} where ts < ${instant(at)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns true if registers or decisions up to the end of the limit's day are not folded. */
async function hasUnfolded(trx: Executor, edge: number): Promise<boolean> {
  const until = instant(edge + DAY_OF_EDGE_MS);
  const { rows } = await sql`
    (select 1 from energy_dirty where from_ts <= ${until} limit 1)
    union all (select 1 from energy_work where from_ts <= ${until} limit 1)`.execute(trx);
  return rows.length > 0;
}

async function writeEdge(trx: Executor, table: RawTable, at: number): Promise<void> {
  await sql`insert into thinned_before (of_table, at) values (${table}, ${instant(at)})
    on conflict (of_table) do update set at = greatest(thinned_before.at, excluded.at)`.execute(
    trx,
  );
}
