/**
 * A backup restored on another version of PostgreSQL. The nightly run names the programs of the
 * other versions in `TEST_OTHER_POSTGRES`, so that every pair of versions is tested in both
 * directions.
 */
import { delimiter, join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { holdStill } from '../../src/backup/hold-still.ts';
import { openNativePackage } from '../../src/storage/embedded/native-package.ts';
import { prepareDatabase } from '../../src/storage/prepare-database.ts';
import { freshDatabase } from '../support/databases.ts';
import { startPostgresCluster } from '../support/programs/postgres-cluster.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  backUp,
  fillDatabase,
  fillFolder,
  NOW,
  restoreTo,
  tableHashes,
  within,
} from './backup-fixture.ts';
import { takeRestoreNote } from './restore-note.ts';

const others = (process.env['TEST_OTHER_POSTGRES'] ?? '').split(delimiter).filter(Boolean);

describe.skipIf(others.length === 0)('a backup of one version of PostgreSQL', () => {
  let file: string;
  let hashes: Record<string, string>;
  beforeAll(async () => {
    const source = await freshDatabase();
    await fillDatabase(source);
    await source.transaction((trx) => holdStill(trx));
    const dataDir = temporaryFolder();
    fillFolder(dataDir);
    file = await backUp(source, dataDir);
    hashes = await tableHashes(source);
  });

  it.each(others.map((folder, index) => [index + 1, folder] as const))(
    'restores every row in version %i',
    async (_, folder) => {
      const cluster = await startPostgresCluster(await openNativePackage(folder));
      try {
        const place = {
          databaseUrl: await createDatabase(cluster.url),
          dataDir: join(temporaryFolder(), 'data'),
        };
        await restoreTo(place, file);
        await within(place, async (restored) => {
          const { rows } = await sql<{ server_version: string }>`show server_version`.execute(
            restored.db,
          );
          expect(rows[0]?.server_version).toBe(cluster.version);
          await takeRestoreNote(restored);
          expect(await tableHashes(restored)).toEqual(hashes);
          const { migrations } = await prepareDatabase(restored, NOW);
          expect(migrations).toEqual([]);
        });
      } finally {
        await cluster.stop();
      }
    },
  );
});

async function createDatabase(cluster: string): Promise<string> {
  const admin = new Client({ connectionString: `${cluster}/postgres` });
  await admin.connect();
  await admin.query('create database restored template template0');
  await admin.end();
  return `${cluster}/restored`;
}
