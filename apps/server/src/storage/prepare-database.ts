/** Everything a database needs before the first request: tables, walls, reference data, partitions. */
import { checkWalls } from './check-walls.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { ensurePartitionsAround } from './partitions.ts';
import { seedReferenceData } from './seed.ts';

/** As the owner. Safe to repeat, and from several processes at once. `nowMs` decides which months exist. */
export async function prepareDatabase(
  database: Database,
  nowMs: number,
): Promise<{ migrations: string[]; partitions: string[] }> {
  const migrations = await migrate(database);
  await checkWalls(database);
  await seedReferenceData(database);
  const partitions = await ensurePartitionsAround(database, nowMs);
  return { migrations, partitions };
}
