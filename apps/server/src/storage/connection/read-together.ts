/** Reads of one call in one round trip. */
import type { Executor, Read } from '../database.ts';
import type { RolePool } from './connection-pool.ts';

/** Returns the results of the reads, each with its own snapshot. */
export async function readTogether<Results extends readonly unknown[]>(
  pool: RolePool,
  db: Executor,
  reads: { readonly [At in keyof Results]: Read<Results[At]> },
): Promise<Results> {
  const statements = reads.map(({ query }) => query.compile(db));
  const client = await pool.connect();
  try {
    const results = await client.together(
      statements.map(({ sql, parameters }) => [sql, parameters]),
    );
    return reads.map(({ resultOf }, at) => resultOf(results[at]!.rows)) as unknown as Results;
  } finally {
    client.release();
  }
}
