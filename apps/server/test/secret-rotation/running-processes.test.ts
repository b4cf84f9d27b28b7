/** The key of the installation is replaced while two processes serve, without an interruption. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { prepareInstallation } from '../../src/areas/platform/installation/prepare-installation.ts';
import { rotateSecrets } from '../../src/areas/shared/installation/rotation/rotate-secrets.ts';
import { secretsOf } from '../../src/areas/shared/installation/sealed-secrets.ts';
import { describeWithDatabase, freshDatabase, openTestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startServer, TEST_NOW, type TestServer } from '../support/start-server.ts';
import { testContext } from '../support/test-context.ts';
import {
  BOTH,
  countByKey,
  enterSecrets,
  expected,
  NEW,
  NEW_ONLY,
  OLD,
  OLD_ONLY,
  readSecrets,
  type StoredKinds,
  type TimedContext,
} from './rotation-fixture.ts';
import { rotate } from './rotation-program.ts';

describeWithDatabase('the key of the installation', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'rotated', now: TEST_NOW }));
  const contextOf = ({ parts }: TestServer) => parts.context as TimedContext;

  const clock = manualClock(TEST_NOW);

  /** Each has connections of its own, as a process has. */
  const start = async (env: Readonly<Record<string, string>>, { databaseUrl } = database) =>
    startServer(await openTestDatabase(databaseUrl), { env, clock });

  /** As after the 30 seconds in which a stopped process counts as active. */
  const forgetStopped = () => sql`delete from worker_process`.execute(database.db);

  async function expectReadable(servers: readonly TestServer[], stored: readonly StoredKinds[]) {
    for (const server of servers) {
      for (const one of stored) {
        expect(await readSecrets(contextOf(server), tenant, one)).toMatchObject(expected(one));
      }
    }
  }

  it('is replaced when every process can read both, and all secrets work meanwhile', async () => {
    let [first, second] = [await start(OLD_ONLY), await start(OLD_ONLY)];
    const before = await enterSecrets(contextOf(first), tenant, 'before', 0);
    expect(await countByKey(database.db)).toEqual({ old: 6, new: 0, clear: 0 });

    expect(await rotate(database, BOTH)).toEqual({
      code: 1,
      said: '2 of 2 running processes cannot read both keys: start each with SECRETS_KEY and SECRETS_KEY_FORMER, then run this command again. Nothing was changed.\n',
    });
    await first.stop();
    first = await start(BOTH);
    expect((await rotate(database, BOTH)).said).toMatch(/^1 of 2 running processes cannot/);

    // The process with both keys seals with the former one, which the other process can read.
    const between = await enterSecrets(contextOf(first), tenant, 'between', before.mailChangedAt);
    const stored = [{ ...before, mailPassword: between.mailPassword }, between];
    await expectReadable([first, second], stored);
    await second.stop();
    second = await start(BOTH);

    await expect(
      rotateSecrets({ database, key: NEW, former: OLD, showLimitMs: 0 }),
    ).rejects.toThrow(
      /^4 processes were active in the last 30 seconds and 2 show their keys: finish/,
    );
    await forgetStopped();
    const rotation = rotate(database, BOTH);
    let isRotating = true;
    const ended = rotation.finally(() => {
      isRotating = false;
    });
    let rounds = 0;
    while (isRotating) {
      await expectReadable([first, second], stored);
      rounds += 1;
    }
    expect(await ended).toEqual({
      code: 0,
      said: expect.stringMatching(
        /^Sealed with the new key: 2 keys of second factors, 3 signing secrets of forwarding, 1 passwords of the mail server, 2 passwords of meters, 2 client secrets of single sign-on\.\nNothing that is sealed with the former key remains\.\nStart the 2 running processes again/,
      ),
    });
    expect(rounds).toBeGreaterThan(1);
    expect(await countByKey(database.db)).toEqual({ old: 0, new: 10, clear: 0 });
    await expectReadable([first, second], stored);

    // Both processes have learned of the new key, and nothing is sealed with the former one again.
    const after = await enterSecrets(contextOf(second), tenant, 'after', between.mailChangedAt);
    expect(await countByKey(database.db)).toMatchObject({ old: 0, clear: 0 });
    const all = [...stored, after].map((one) => ({ ...one, mailPassword: after.mailPassword }));
    expect(await rotate(database, BOTH)).toMatchObject({
      code: 0,
      said: expect.stringMatching(
        /^Sealed with the new key: 0 keys of second factors, 0 .+ 0 .+ 0 /,
      ),
    });

    await first.stop();
    first = await start(NEW_ONLY);
    await expectReadable([first, second], all);
    // The other program may still have both, and may be run again.
    expect((await rotate(database, BOTH)).code).toBe(0);
    await expect(prepareInstallation(testContext(database, OLD_ONLY))).rejects.toThrow(
      /^The secrets in the database were sealed with another key/,
    );
    await Promise.all([first.stop(), second.stop()]);
  });

  it('is shown again by a process whose connection was lost', async () => {
    const own = await freshDatabase();
    const server = await start(NEW_ONLY, own);
    const held = () =>
      sql<{ pid: number }>`select distinct pid from pg_locks
        where locktype = 'advisory' and classid::int8 in (728222741, 728222742)
          and database = (select oid from pg_database where datname = current_database())`
        .execute(own.db)
        .then(({ rows }) => rows.map(({ pid }) => pid));
    const [pid] = await held();
    expect(pid).toBeDefined();
    await sql`select pg_terminate_backend(${pid})`.execute(own.db);
    await eventually(async () => (await held()).filter((one) => one !== pid).length).toBe(1);
    expect(secretsOf(contextOf(server).config).keyIds).toHaveLength(1);
    await server.stop();
    await eventually(held).toEqual([]);
  });
});
