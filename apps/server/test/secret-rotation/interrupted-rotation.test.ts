/** A rotation that is killed, and one that waits for a transaction. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { prepareInstallation } from '../../src/areas/platform/installation/prepare-installation.ts';
import { rotateSecrets } from '../../src/areas/shared/installation/rotation/rotate-secrets.ts';
import { factorOf } from '../../src/areas/shared/installation/sealed-columns.ts';
import { createSecrets } from '../../src/areas/shared/installation/sealed-secrets.ts';
import { lockSealing } from '../../src/areas/shared/installation/stored-secret-queries.ts';
import { freshDatabase, openTestDatabase, type TestDatabase } from '../support/databases.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { testContext } from '../support/test-context.ts';
import {
  BOTH,
  countByKey,
  NEW,
  NEW_ONLY,
  OLD,
  OLD_ONLY,
  OTHER,
  sowFactors,
} from './rotation-fixture.ts';
import { rotate, startRotation } from './rotation-program.ts';

const USERS = 3_000;

let database: TestDatabase;
let tenant: Tenant;

const prepare = (env: Readonly<Record<string, string>>) =>
  prepareInstallation(testContext(database, env));

describe('a rotation', () => {
  beforeEach(async () => {
    database = await freshDatabase();
    tenant = await createTenant(database, { label: 'sown', now: Date.now() });
    await prepare(OLD_ONLY);
  });

  it('that is killed continues with the next call, and no process starts without both keys meanwhile', async () => {
    await sowFactors(database, tenant, USERS);
    const { child, ended } = startRotation(database, BOTH);
    await pollUntil(
      () => countByKey(database.db),
      (counts) => counts.new > 0,
    );
    child.kill('SIGKILL');
    await ended;
    const halfway = await countByKey(database.db);
    expect(halfway.new).toBeGreaterThan(0);
    expect(halfway.old).toBeGreaterThan(0);

    await expect(prepare(NEW_ONLY)).rejects.toThrow(
      /^The key of the installation is being replaced .+ give this process SECRETS_KEY_FORMER/,
    );
    await expect(prepare(OLD_ONLY)).rejects.toThrow(/sealed with another key/);
    await prepare(BOTH);
    const { code, said } = await rotate(database, BOTH);
    expect(said).toContain(`Sealed with the new key: ${halfway.old - 1} keys of second factors`);
    expect(code).toBe(0);
    expect(await countByKey(database.db)).toEqual({
      old: 0,
      new: halfway.old + halfway.new,
      clear: 0,
    });
    await prepare(NEW_ONLY);
  });

  it('waits for a transaction that seals with the former key, and seals its secret again', async () => {
    await sowFactors(database, tenant, 1);
    const other = await openTestDatabase(database.databaseUrl);
    let commit = () => {};
    const mayCommit = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let isSealedNow = () => {};
    const sealedNow = new Promise<void>((resolve) => {
      isSealedNow = resolve;
    });
    const late = other.transaction(async (trx) => {
      await lockSealing(trx);
      const sealed = createSecrets(OLD).seal(factorOf(tenant.customerId, 300_000_000), 'entered');
      await sql`update second_factor set secret = ${Buffer.from(sealed)}`.execute(trx);
      isSealedNow();
      await mayCommit;
    });
    await sealedNow;
    let isDone = false;
    const rotation = rotateSecrets({ database, key: NEW, former: OLD }).finally(() => {
      isDone = true;
    });
    const waits = () =>
      sql<{ count: number }>`select count(*)::int4 as count from pg_locks
        where locktype = 'advisory' and not granted`.execute(database.db);
    await pollUntil(waits, ({ rows }) => rows[0]!.count === 1);
    expect(isDone).toBe(false);
    commit();
    await late;
    expect(await rotation).toMatchObject({ sealed: { factors: 1 } });
    expect(await countByKey(database.db)).toMatchObject({ old: 0 });
  });

  it('reports secrets that neither key can read, and leaves them unchanged', async () => {
    await sowFactors(database, tenant, 2);
    const foreign = Buffer.from(
      createSecrets(OTHER).seal(factorOf(tenant.customerId, 300_000_000), 'foreign'),
    );
    await sql`update second_factor set secret = ${foreign} where user_id = 300000000`.execute(
      database.db,
    );
    const { code, said } = await rotate(database, BOTH);
    expect(said).toContain('Neither key can read, so they have to be entered again: 1 keys of');
    expect(code).toBe(0);
    const { rows } = await sql<{ secret: Buffer }>`
      select secret from second_factor where user_id = 300000000`.execute(database.db);
    expect(rows[0]!.secret).toEqual(foreign);
  });
});
