/**
 * The roles of the row policies belong to the whole cluster, so this file uses a separate cluster.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRowPolicies } from '../../src/storage/checks/check-row-policies.ts';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { prepareDatabase } from '../../src/storage/prepare-database.ts';
import { TEST_NOW } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testLog } from '../support/test-log.ts';

describe('the roles of the row policies', () => {
  let database: Database;
  beforeAll(async () => {
    const dataDir = temporaryFolder();
    database = await openDatabase({ dataDir, unsafeDatabase: false, log: testLog });
    await prepareDatabase(database, TEST_NOW);
  });
  afterAll(() => database?.close());

  it.each([
    ['busbar_customer', 'bypassrls', 'nobypassrls'],
    ['busbar_platform', 'superuser', 'nosuperuser'],
  ])('prevent a start while %s has %s', async (role, right, without) => {
    await checkRowPolicies(database);
    await sql.raw(`alter role ${role} ${right}`).execute(database.db);
    await expect(checkRowPolicies(database)).rejects.toThrow(
      `${role} bypasses the row-level security policies`,
    );
    await sql.raw(`alter role ${role} ${without}`).execute(database.db);
    await checkRowPolicies(database);
  });

  it('cause a warning if they do not exist', async () => {
    await sql`alter role busbar_platform rename to busbar_away`.execute(database.db);
    expect(await checkRowPolicies(database)).toContain('grant busbar_platform, busbar_customer to');
    await sql`alter role busbar_away rename to busbar_platform`.execute(database.db);
    await checkRowPolicies(database);
  });
});
