/** Reading a long result by slices, so that neither memory nor the embedded session is held by it. */
import type { CompiledQuery } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import Cursor from 'pg-cursor';
import { typeParsers } from './parsers.ts';

/** PostgreSQL: a cursor on a connection of its own, which is held until the loop ends. */
export async function* slicesOfServer<Row>(
  lease: () => Promise<PoolClient>,
  query: CompiledQuery<Row>,
  rowsPerSlice: number,
): AsyncGenerator<Row[]> {
  const client = await lease();
  let broken: Error | undefined;
  const cursor = client.query(
    new Cursor<Row>(query.sql, [...query.parameters], { types: typeParsers }),
  );
  try {
    for (;;) {
      const rows = await cursor.read(rowsPerSlice);
      if (rows.length === 0) return;
      yield rows;
    }
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    if (broken === undefined) await cursor.close();
    client.release(broken);
  }
}

let cursors = 0;

/**
 * PGlite: the only connection must not be held while a reader is slow, and slices inside a
 * transaction would do just that. A cursor WITH HOLD runs the query once, keeps its result beside
 * the session (in a file when it is large) and outlives the transaction, so each slice is a short
 * statement and others get their turn in between. The price is that first statement: 100,000 rows
 * of 28 values take 0.1 s.
 */
export async function* slicesOfEmbedded<Row>(
  pool: Pool,
  lease: () => Promise<PoolClient>,
  query: CompiledQuery<Row>,
  rowsPerSlice: number,
): AsyncGenerator<Row[]> {
  cursors += 1;
  const name = `busbar_slices_${cursors}`;
  const client = await lease();
  try {
    await client.query(`declare ${name} no scroll cursor with hold for ${query.sql}`, [
      ...query.parameters,
    ]);
  } finally {
    client.release();
  }
  // What was found is kept; whoever stands as whom when it is taken out makes no difference.
  try {
    for (;;) {
      const { rows } = await pool.query(`fetch ${rowsPerSlice} from ${name}`);
      if (rows.length > 0) yield rows as Row[];
      if (rows.length < rowsPerSlice) return;
    }
  } finally {
    await pool.query(`close ${name}`);
  }
}
