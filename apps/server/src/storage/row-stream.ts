/** Reads a long result by slices, in constant memory. */
import type { CompiledQuery } from 'kysely';
import type { PoolClient } from 'pg';
import Cursor from 'pg-cursor';
import { typeParsers } from './parsers.ts';

/** A cursor on a connection of its own, which is held until the loop ends. */
export async function* readSlices<Row>(
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
