/** Reads a long result in slices, in constant memory. */
import type { CompiledQuery } from 'kysely';
import Cursor from 'pg-cursor';
import type { ServerPool } from '../servers/server-pool.ts';
import type { DatabaseRole } from './database-role.ts';
import { typeParsers } from './parsers.ts';
import { beginAs } from './role-query.ts';

/** Uses a cursor in its own transaction, whose connection is held until the loop ends. */
export async function* readSlices<Row>(
  pool: ServerPool,
  role: DatabaseRole,
  query: CompiledQuery<Row>,
  rowsPerSlice: number,
  isDistributed: boolean,
): AsyncGenerator<Row[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await beginAs(client, role, 'begin', isDistributed);
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
      if (broken === undefined) {
        await cursor.close();
        await client.query('commit');
      }
    }
  } catch (error) {
    broken ??= error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}
