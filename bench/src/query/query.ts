/**
 * Queries: a month of one-minute readings of one device and a list of 10,000 devices, over HTTP
 * from a separate process, one call after another, compared to the database alone with the same
 * SQL.
 *
 * `--database external|embedded` (both), `--calls 100` of each, at most `--seconds 8` for each.
 */
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { measureEngines } from '../engine/measured-calls.ts';
import { queryCalls } from './query-calls.ts';
import { createReadWorld } from './read-world.ts';

export async function benchQuery(options: readonly string[]): Promise<void> {
  await measureEngines(options, 'Queries', async (database: Database) => {
    const world = await createReadWorld(database);
    return { token: world.tenant.users.viewer.token, calls: queryCalls(world) };
  });
}
