/** The checks that the start makes behind a connection pooler, on PgBouncer in its three modes. */
import { afterEach, describe, expect, it } from 'vitest';
import { poolerFault, poolerWarning } from '../../src/storage/checks/check-pooler.ts';
import type { Database } from '../../src/storage/database.ts';
import { DatabaseUnavailable } from '../../src/storage/database-unavailable.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { freshDatabase, sharedDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { fixture } from '../support/fixture.ts';
import { hasPgBouncer, startPgBouncer } from '../support/programs/pgbouncer.ts';
import { testLog } from '../support/test-log.ts';

type Settings = Readonly<Record<string, string | number>>;

describe.skipIf(!hasPgBouncer)('the start behind a connection pooler', () => {
  const direct = fixture(sharedDatabase);
  let opened: Database | undefined;
  afterEach(() => opened?.close());

  async function check(databaseUrl: string, directUrl?: string): Promise<Database> {
    opened = await openDatabase({
      databaseUrl,
      ...(directUrl === undefined ? {} : { directUrl }),
      dataDir: '',
      unsafeDatabase: false,
      log: testLog,
    });
    await opened.checkConnections();
    return opened;
  }
  const pooled = async (settings: Settings = {}) =>
    (await startPgBouncer(direct.databaseUrl, settings)).url;

  it('accepts the documented configuration without a warning', async () => {
    const { warnings } = await check(await pooled(), direct.databaseUrl);
    expect(warnings).toEqual([]);
  });

  it('accepts a pooler in session mode, which delivers notifications', async () => {
    const { warnings } = await check(await pooled({ pool_mode: 'session', default_pool_size: 20 }));
    expect(warnings).toEqual([]);
  });

  it('is refused without a direct URL', async () => {
    await expect(check(await pooled())).rejects.toThrow(
      /^Notifications do not arrive through DATABASE_URL, which is a .* pooler in transaction mode: set DATABASE_DIRECT_URL/,
    );
  });

  it('is refused if the direct URL leads to a pooler too', async () => {
    await expect(check(await pooled(), await pooled())).rejects.toThrow(
      /^Notifications do not arrive through DATABASE_DIRECT_URL, which is a .* pooler in transaction mode too/,
    );
  });

  it('is refused if the direct URL leads to another database', async () => {
    const other = await freshDatabase();
    await expect(check(await pooled(), other.databaseUrl)).rejects.toThrow(
      /^DATABASE_DIRECT_URL does not receive .*: both must lead to the same/,
    );
  });

  it('is refused in statement mode, by either URL', async () => {
    const url = await pooled({ pool_mode: 'statement' });
    await expect(check(url, direct.databaseUrl)).rejects.toThrow(
      /^DATABASE_URL leads to a connection pooler that allows no transactions .*: set pool_mode = transaction\.$/,
    );
    await opened?.close();
    await expect(check(direct.databaseUrl, url)).rejects.toThrow(
      /^DATABASE_DIRECT_URL leads to a connection pooler that allows no transactions/,
    );
  });

  it.each<[string, Settings, RegExp]>([
    [
      'one session',
      { default_pool_size: 1 },
      /has 1 of 3 sessions free .* raise default_pool_size/,
    ],
    ['five client connections', { max_client_conn: 5 }, /serves 5 of 12 .*max_client_conn/],
    [
      'too few sessions in session mode',
      { pool_mode: 'session', default_pool_size: 8 },
      /serves [1-8] of 12 connections/,
    ],
  ])('warns of %s, and the database remains usable', async (_name, settings, sentence) => {
    const database = await check(await pooled(settings), direct.databaseUrl);
    expect(database.warnings).toEqual([expect.stringMatching(sentence)]);
    await database.as('platform').ping();
    await database.as('platform').db.selectFrom('customer').select('customer_id').execute();
  });

  it('is reported as unavailable while the pooler is down', async () => {
    const pooler = await startPgBouncer(direct.databaseUrl);
    const database = await check(pooler.url, direct.databaseUrl);
    await pooler.end('SIGTERM');
    await expect(database.ping()).rejects.toThrow(DatabaseUnavailable);
    // Connections that were open until now are closed first.
    await eventually(() => database.ping().catch(({ message }: Error) => message)).toBe(
      'The connection pooler in DATABASE_URL refuses the connection.',
    );
    await pooler.start();
    await database.ping();
  });
});

describe('the check of a connection pooler', () => {
  const good = { variable: 'DATABASE_URL', rejectedTransaction: undefined, losesSettings: false };

  it('finds no fault in one that keeps transactions and their settings', () => {
    expect(poolerFault(good)).toBeUndefined();
  });

  it('names the variable and the missing settings', () => {
    expect(poolerFault({ ...good, losesSettings: true })).toMatch(
      /^DATABASE_URL leads to .* loses the settings/,
    );
  });

  it('warns of neither connections nor sessions if there are enough', () => {
    const enough = { connections: 12, wantedConnections: 12, sessions: 3, reason: undefined };
    expect(poolerWarning(enough)).toBeUndefined();
    expect(poolerWarning({ ...enough, sessions: 2 })).toContain('2 of 3 sessions');
    expect(poolerWarning({ ...enough, connections: 11, reason: 'full' })).toContain('(full)');
  });
});
