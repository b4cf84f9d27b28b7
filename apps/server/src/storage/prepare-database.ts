/** Prepares a database for requests: tables, row-level security, reference data, partitions. */
import { checkRowPolicies } from './checks/check-row-policies.ts';
import type { Database } from './database.ts';
import { distribute } from './distributed/distribute.ts';
import { type MigrateOptions, migrate } from './migrate.ts';
import { ensurePartitionsAround } from './partitions.ts';
import { seedReferenceData } from './seed/seed.ts';

export interface PreparedDatabase {
  readonly migrations: string[];
  readonly partitions: string[];
  /** A sentence for the operator of the server. */
  readonly warning: string | undefined;
}

/**
 * Runs as the owner. Safe to repeat and to call from several processes concurrently. `nowMs`
 * determines the months to create.
 */
export async function prepareDatabase(
  database: Database,
  nowMs: number,
  options?: MigrateOptions,
): Promise<PreparedDatabase> {
  const migrations = await migrate(database, undefined, options);
  if (database.isDistributed && migrations.length > 0) await distribute(database);
  const warning = await checkRowPolicies(database);
  await seedReferenceData(database);
  const partitions = await ensurePartitionsAround(database, nowMs);
  return { migrations, partitions, warning };
}
