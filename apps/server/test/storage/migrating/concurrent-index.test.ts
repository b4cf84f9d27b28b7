/** Migrations that create an index without locking its table (docs/adr/0063). */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../src/storage/migrate.ts';
import { parseMigration, readFolder } from '../../../src/storage/migrating/migration-files.ts';
import { runMigration } from '../../../src/storage/migrating/run-migration.ts';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { prepareDatabase } from '../../../src/storage/prepare-database.ts';
import { freshDatabase, openTestDatabase, type TestDatabase } from '../../support/databases.ts';
import { TEST_NOW } from '../../support/manual-clock.ts';
import { hasPgBouncer, startPgBouncer } from '../../support/programs/pgbouncer.ts';
import { testLog } from '../../support/test-log.ts';
import { IMPATIENT, plantedFolder } from './planted-folder.ts';

const CREATE =
  '--! no-transaction\n-- Comment; with a semicolon.\ncreate unique index concurrently';
const UNIQUE = `${CREATE} planted_index on planted (id);\n`;

describe('an index that is created concurrently', () => {
  let database: TestDatabase;
  let planted: ReturnType<typeof plantedFolder>;
  let name: string;
  beforeEach(async () => {
    database = await freshDatabase();
    await sql`create table planted (id integer)`.execute(database.db);
    planted = plantedFolder();
    name = planted.write(1, UNIQUE);
  });
  const insert = (...ids: number[]) =>
    sql`insert into planted select unnest(${ids}::integer[])`.execute(database.db);
  const indexes = async () => {
    const { rows } = await sql<{ isValid: boolean }>`select indisvalid as "isValid" from pg_index
      where indrelid = 'planted'::regclass`.execute(database.db);
    return rows.map(({ isValid }) => isValid);
  };
  const applied = async () => {
    const { rows } = await sql<{ name: string }>`select name from schema_migration
      where name = ${name}`.execute(database.db);
    return rows.length;
  };
  const lockHolders = async () => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(
      database.db,
    );
    return rows.length;
  };

  it('is created once by several processes that start together', async () => {
    await insert(1, 2, 3);
    const other = await openTestDatabase(database.databaseUrl);
    const done = await Promise.all(
      // Without a further attempt after a deadlock.
      [database, other, database, other].map((one) =>
        migrate(one, planted.folder, { patience: { timeoutMs: 20_000, pausesMs: [] } }),
      ),
    );
    expect(done.flat()).toEqual([name]);
    expect(await indexes()).toEqual([true]);
    expect(await applied()).toBe(1);
    expect(await lockHolders()).toBe(0);
  });

  it('leaves the settings of its connection and the row-level security policies as they were', async () => {
    await migrate(database, planted.folder);
    const settings = await Promise.all(
      Array.from({ length: 12 }, () =>
        sql<{ text: string }>`select current_setting('lock_timeout') || ' '
          || (select reset_val = setting from pg_settings where name = 'lock_timeout')
          || pg_sleep(0.05) as text`.execute(database.db),
      ),
    );
    expect(new Set(settings.map(({ rows }) => rows[0]?.text))).toEqual(new Set(['0 true']));
    const { warning } = await prepareDatabase(database, TEST_NOW);
    expect(warning).toBeUndefined();
  });

  it('is not left behind invalid over rows that are not unique, and is created by the next start', async () => {
    await insert(1, 1);
    await expect(migrate(database, planted.folder)).rejects.toMatchObject({
      name: 'StartError',
      message: `Migration ${name} failed and changed nothing: could not create unique index "planted_index". Processes that run continue; start the former version again, or correct the cause.`,
    });
    expect(await indexes()).toEqual([]);
    expect(await applied()).toBe(0);
    expect(await lockHolders()).toBe(0);
    await insert(1);
    planted.write(1, UNIQUE.replace(' unique', ''));
    expect(await migrate(database, planted.folder)).toEqual([name]);
    expect(await indexes()).toEqual([true]);
  });

  it('replaces an invalid index of a start that was killed', async () => {
    await insert(1, 1);
    await sql`set statement_timeout = 0`.execute(database.db);
    await expect(
      sql`create unique index concurrently planted_index on planted (id)`.execute(database.db),
    ).rejects.toThrow('could not create unique index');
    expect(await indexes()).toEqual([false]);
    await sql`delete from planted`.execute(database.db);
    expect(await migrate(database, planted.folder)).toEqual([name]);
    expect(await indexes()).toEqual([true]);
  });

  it('is recorded if the start was killed after the creation', async () => {
    await sql`create unique index planted_index on planted (id)`.execute(database.db);
    expect(await migrate(database, planted.folder)).toEqual([name]);
    expect(await indexes()).toEqual([true]);
    expect(await applied()).toBe(1);
  });

  it('is abandoned while an old transaction goes on, and created by the next start', async () => {
    const other = await openTestDatabase(database.databaseUrl);
    await other.transaction(async (trx) => {
      await sql`insert into planted values (7)`.execute(trx);
      await expect(
        migrate(database, planted.folder, { patience: IMPATIENT }),
      ).rejects.toMatchObject({
        name: 'StartError',
        message: expect.stringMatching(
          new RegExp(
            `^Migration ${name} did not get .* in 2 attempts of 0.1 s and may have left the incomplete index planted_index, which the next start replaces: end that transaction`,
          ),
        ),
      });
      expect(await lockHolders()).toBe(0);
      expect(await applied()).toBe(0);
      await sql`insert into planted values (8)`.execute(trx);
    });
    expect(await migrate(database, planted.folder)).toEqual([name]);
    expect(await indexes()).toEqual([true]);
  });

  it('is created by a restore in its transaction', async () => {
    const migration = readFolder(planted.folder).at(-1)!;
    await database.transaction((trx) => runMigration(trx, migration));
    expect(await indexes()).toEqual([true]);
    expect(await applied()).toBe(1);
  });

  it('is dropped concurrently by another migration', async () => {
    await migrate(database, planted.folder);
    planted.write(2, '--! no-transaction\ndrop index concurrently if exists planted_index;');
    await migrate(database, planted.folder);
    expect(await indexes()).toEqual([]);
  });
});

describe.skipIf(!hasPgBouncer)('an index that is created concurrently behind PgBouncer', () => {
  it('is created on the direct connection, which the command line tool requires', async () => {
    const direct = await freshDatabase();
    await sql`create table planted (id integer)`.execute(direct.db);
    const pooler = await startPgBouncer(direct.databaseUrl);
    const database = await openDatabase({
      databaseUrl: pooler.url,
      directUrl: direct.databaseUrl,
      dataDir: '',
      unsafeDatabase: false,
      log: testLog,
    });
    const planted = plantedFolder();
    const name = planted.write(1, UNIQUE);
    expect(await migrate(database, planted.folder)).toEqual([name]);
    await database.close();
    const { rows } = await sql`select indisvalid as valid from pg_index
      where indrelid = 'planted'::regclass`.execute(direct.db);
    expect(rows).toEqual([{ valid: true }]);

    const tool = fileURLToPath(new URL('../../../src/storage/migrate-cli.ts', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', tool], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATABASE_URL: pooler.url },
    });
    expect({ status, stderr: stderr.trim() }).toEqual({
      status: 1,
      stderr:
        'Notifications do not arrive through DATABASE_URL, which is a connection pooler in transaction mode: set DATABASE_DIRECT_URL to the PostgreSQL server itself.',
    });
  });
});

describe('the header of a migration', () => {
  it.each([
    ['--! no-transaction\nupdate a set b = 1;', 'runs outside a transaction'],
    [`${CREATE} a on b (c); drop table d;`, 'runs outside a transaction'],
    [`${CREATE} if not exists a on b (c);`, 'runs outside a transaction'],
    ['--! without-transaction\nselect 1;', 'has a header --! without-transaction'],
    ['--! contract: unused since 0.2.0\nselect 1;', 'has a header --! contract'],
    ['--! contract: unused since 0061\nselect 1;', 'is older than the programs'],
  ])('of %j is refused', (text, sentence) => {
    expect(() => parseMigration('0060-more', text)).toThrow(sentence);
  });

  it('names the oldest program', () => {
    const { unusedSince, concurrently } = parseMigration(
      '0060-more',
      '--! contract: unused since 0058\nalter table a drop column b;',
    );
    expect({ unusedSince, concurrently }).toEqual({ unusedSince: 58, concurrently: undefined });
  });
});
