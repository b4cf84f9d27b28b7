import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { serverFaults } from '../../src/storage/checks/check-server.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { StartError } from '../../src/storage/start-error.ts';
import { freshDatabase } from '../support/databases.ts';
import { testLog } from '../support/test-log.ts';

const good = { version: 150_020, fsync: 'on', synchronousCommit: 'on', fullPageWrites: 'on' };

describe('the start check', () => {
  it.each([
    ['of version 15', {}, ''],
    ['of version 18', { version: 180_006 }, ''],
    ['that waits for its replica', { synchronousCommit: 'remote_apply' }, ''],
    ['that waits for its own disk only', { synchronousCommit: 'local' }, ''],
    ['of version 14', { version: 140_011 }, 'PostgreSQL 14 is not supported'],
    ['of version 19', { version: 190_000 }, 'PostgreSQL 19 is not supported'],
    ['without fsync', { fsync: 'off' }, 'fsync = off'],
    ['that confirms early', { synchronousCommit: 'off' }, 'synchronous_commit = off'],
    ['without full pages', { fullPageWrites: 'off' }, 'full_page_writes = off'],
  ])('evaluates a server %s correctly', (_name, facts, fault) => {
    const faults = serverFaults({ ...good, ...facts });
    expect(faults).toHaveLength(fault === '' ? 0 : 1);
    expect(faults.join()).toContain(fault);
  });
});

describe('opening a database server', () => {
  const open = (databaseUrl: string, unsafeDatabase = false) =>
    openDatabase({ databaseUrl, dataDir: '', unsafeDatabase, log: testLog });

  it('refuses a server that confirms a commit before the disk write, or warns if that is allowed', async () => {
    const database = await freshDatabase();
    const url = database.databaseUrl ?? '';
    const name = new URL(url).pathname.slice(1);
    await sql`alter database ${sql.table(name)} set synchronous_commit = off`.execute(database.db);
    await expect(open(url)).rejects.toThrow(StartError);
    await expect(open(url)).rejects.toThrow('synchronous_commit');
    const unsafe = await open(url, true);
    expect(unsafe.warnings).toEqual([expect.stringContaining('synchronous_commit = off')]);
    await unsafe.close();
    expect(database.warnings).toEqual([]);
  });

  it('refuses a direct URL alone', () => {
    expect(() => readConfig({ DATABASE_DIRECT_URL: 'postgres://db/busbar' })).toThrow(
      /^DATABASE_DIRECT_URL needs DATABASE_URL/,
    );
  });

  it('reports an unreachable server in one sentence', async () => {
    await expect(open('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(
      /^The database in DATABASE_URL cannot be used: .*ECONNREFUSED.*\.$/,
    );
  });

  it('reconnects to a server that drops its connections', async () => {
    const database = await freshDatabase();
    const pids = async (): Promise<number[]> => {
      const asked = Array.from({ length: 4 }, () =>
        sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(database.db),
      );
      return (await Promise.all(asked)).flatMap(({ rows }) => rows.map(({ pid }) => pid));
    };
    const before = await pids();
    expect(new Set(before).size).toBe(4);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
    const after = await vi.waitFor(pids, { timeout: 20_000 });
    expect(after.filter((pid) => before.includes(pid)).length).toBeLessThanOrEqual(1);
  });

  it('rejects a ping of a closed database', async () => {
    const database = await freshDatabase();
    await database.ping();
    await database.close();
    await expect(database.ping()).rejects.toThrow();
  });
});
