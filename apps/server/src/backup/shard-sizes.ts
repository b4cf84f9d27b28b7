/** Sizes of distributed tables, which are stored as shards on the nodes of Citus. */
import { sql } from 'kysely';
import type { Executor } from '../storage/database.ts';

export interface ShardSizes {
  /** Number of pages of the largest shard. */
  readonly pages: number;
  /** Size of all copies of all shards, including data stored outside the rows. */
  readonly bytes: number;
}

/** Runs on a node, which knows all shards and stores some. */
const SIZES = `
  select coalesce(json_agg(t), '[]') from (
    select logicalrelid::text as name,
      max(pg_relation_size(r) / current_setting('block_size')::int8) as pages,
      sum(pg_table_size(r))::int8 as bytes
    from (select logicalrelid, to_regclass(shard_name(logicalrelid, shardid)) as r
      from pg_dist_shard) shards
    where r is not null group by 1) t`;

/** Returns the sizes by table. Throws if a node does not respond. */
export async function shardSizes(executor: Executor): Promise<ReadonlyMap<string, ShardSizes>> {
  const { rows } = await sql<{ success: boolean; result: string }>`
    select success, result from run_command_on_all_nodes(${SIZES})`.execute(executor);
  const sizes = new Map<string, ShardSizes>();
  for (const { success, result } of rows) {
    if (!success) throw new Error(`a node of the database did not respond: ${result}`);
    for (const { name, pages, bytes } of JSON.parse(result) as (ShardSizes & { name: string })[]) {
      const known = sizes.get(name) ?? { pages: 0, bytes: 0 };
      sizes.set(name, { pages: Math.max(known.pages, pages), bytes: known.bytes + bytes });
    }
  }
  return sizes;
}
