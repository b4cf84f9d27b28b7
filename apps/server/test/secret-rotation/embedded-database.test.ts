/** The key of an installation with the embedded database, which belongs to one process. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prepareInstallation } from '../../src/areas/platform/installation/prepare-installation.ts';
import type { Database } from '../../src/storage/database.ts';
import { lockFolder } from '../../src/storage/embedded/folder-lock.ts';
import { prepareDatabase } from '../../src/storage/prepare-database.ts';
import { emptyPlace, within } from '../backup/backup-fixture.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { TEST_NOW } from '../support/start-server.ts';
import { testContext } from '../support/test-context.ts';
import { enterSecrets, expected, NEW, readSecrets } from './rotation-fixture.ts';
import { rotate } from './rotation-program.ts';

it('is replaced while the server is stopped', async () => {
  const place = await emptyPlace('embedded');
  const { dataDir } = place;
  const contextOf = (database: Database) =>
    testContext(database, { SECRETS_KEY: '', DATA_DIR: dataDir }, TEST_NOW);
  const { tenant, stored } = await within(place, async (database) => {
    await prepareDatabase(database, Date.now());
    const ctx = contextOf(database);
    await prepareInstallation(ctx);
    const owner = await createTenant(database, { label: 'embedded', now: TEST_NOW });
    return { tenant: owner, stored: await enterSecrets(ctx, owner, 'embedded', 0) };
  });

  const former = join(dataDir, 'former.key');
  renameSync(join(dataDir, 'secrets.key'), former);
  const env = { DATABASE_URL: '', DATA_DIR: dataDir, SECRETS_KEY_FORMER_FILE: former };
  const run = () => rotate({ databaseUrl: '' }, env);
  expect((await run()).said).toMatch(/^There is no new key in .+secrets\.key: create it/);
  writeFileSync(join(dataDir, 'secrets.key'), NEW.toString('base64'));
  const lock = await lockFolder(dataDir);
  expect((await run()).said).toMatch(/is in use by process \d+/);
  await lock.release();
  expect(await run()).toEqual({
    code: 0,
    said: expect.stringMatching(
      /^Sealed with the new key: 1 keys .+\nNothing that is sealed with the former key remains\.\nKeep the former key/,
    ),
  });

  await within(place, async (database) => {
    const ctx = contextOf(database);
    await prepareInstallation(ctx);
    expect(await readSecrets(ctx, tenant, stored)).toMatchObject(expected(stored));
  });
});
