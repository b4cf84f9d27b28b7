/** Reads that may be some seconds old, on a real replica (docs/adr/0060). */
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import type { Context } from '../../src/context.ts';
import { healthHandlers } from '../../src/http/health.ts';
import type { Database, StorageLog } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { CHECK_INTERVAL_MS } from '../../src/storage/servers/read-replica.ts';
import { Warnings } from '../../src/storage/warnings.ts';
import { eventually } from '../support/eventually.ts';
import { manualClock, TEST_NOW } from '../support/manual-clock.ts';
import {
  queryServer,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from '../support/programs/replicated-postgres.ts';

const MAX_LAG_S = 30;

describe('a replica for reading', () => {
  const messages: string[] = [];
  const record = (_details: object, message: string) => void messages.push(message);
  const log: StorageLog = { info: record, warn: record, error: record };
  const clock = manualClock(TEST_NOW);
  let postgres: ReplicatedPostgres;
  let database: Database;

  beforeAll(async () => {
    postgres = await startReplicatedPostgres({ isSynchronous: false });
    await queryServer(postgres.primary, 'create table entry (name text)');
    database = await open(postgres.replica.url('postgres'));
  });
  afterAll(async () => {
    await database?.close();
    await postgres?.stop();
  });

  const open = (url: string) =>
    openDatabase({
      databaseUrl: postgres.primary.url('postgres'),
      replica: { url, maxLagS: MAX_LAG_S },
      dataDir: '',
      unsafeDatabase: false,
      clock,
      log,
    });
  /** Name of the server that a read leads to. */
  const readsFrom = (opened = database) =>
    opened.readStale(async (db) => {
      const { rows } = await sql<{ port: string }>`
        select current_setting('port') as port`.execute(db);
      return rows[0]?.port === String(postgres.replica.port) ? 'replica' : 'primary';
    });
  const write = () => sql`insert into entry values ('new')`.execute(database.db);
  /** Advances time check by check, until the fault is the expected one. */
  const passUntil = (fault: unknown) =>
    eventually(() => {
      clock.advance(CHECK_INTERVAL_MS);
      return database.replicaFault;
    }, 60_000).toEqual(fault);

  it('is read, and the primary for everything else', async () => {
    await passUntil(undefined);
    expect(await readsFrom()).toBe('replica');
    const { rows } = await sql<{ port: string }>`
      select current_setting('port') as port`.execute(database.db);
    expect(rows).toEqual([{ port: String(postgres.primary.port) }]);
  });

  it('is read after hours in which nothing was written', async () => {
    for (let check = 0; check < 20; check++) {
      clock.advance(10 * 60_000);
      await passUntil(undefined);
    }
    expect(await readsFrom()).toBe('replica');
  });

  it('is not read while it is behind, which is one sentence in the log', async () => {
    messages.length = 0;
    await queryServer(postgres.replica, 'select pg_wal_replay_pause()');
    await write();
    await passUntil(expect.stringMatching(/is more than 30 s behind the primary; reports/));
    expect(await readsFrom()).toBe('primary');
    expect(messages).toEqual([database.replicaFault]);
    const ready = healthHandlers({ database, brokerFaults: new Warnings() } as Context)[
      'health.ready'
    ] as () => unknown;
    expect(await ready()).toEqual({
      status: 'ready',
      warning: '',
      notice: database.replicaFault,
    });
    await queryServer(postgres.replica, 'select pg_wal_replay_resume()');
    await passUntil(undefined);
    expect(await readsFrom()).toBe('replica');
    expect(messages).toHaveLength(2);
  });

  it('is not read if it receives nothing any longer', async () => {
    const [source] = await queryServer(postgres.replica, 'show primary_conninfo');
    await postgres.disconnectReplica();
    await write();
    await passUntil(expect.stringContaining('behind the primary'));
    expect(await readsFrom()).toBe('primary');
    await queryServer(
      postgres.replica,
      `alter system set primary_conninfo = '${source?.['primary_conninfo']}'`,
    );
    await queryServer(postgres.replica, 'select pg_reload_conf()');
    await passUntil(undefined);
  });

  it('is not read if it is a primary itself', async () => {
    const own = await open(postgres.primary.url('postgres'));
    expect(own.replicaFault).toContain('DATABASE_READ_URL is no replica; reports');
    expect(await readsFrom(own)).toBe('primary');
    await own.close();
  });

  it('is replaced by the primary for a read during which it fails', async () => {
    const second = await open(postgres.replica.url('postgres'));
    expect(await readsFrom(second)).toBe('replica');
    await postgres.replica.kill();
    // An open session can outlive its server for a moment.
    await eventually(() => readsFrom(second)).toBe('primary');
    expect(second.replicaFault).toMatch(
      /^The replica in DATABASE_READ_URL (refuses the connection|has closed the connection|is starting or shutting down);/,
    );
    // Everybody can read it in /health/ready.
    expect(second.replicaFault).not.toContain(String(postgres.replica.port));
    await second.close();
  });
});

describe('DATABASE_READ_URL', () => {
  it.each([
    [{ DATABASE_READ_URL: 'postgres://b/busbar' }, 'DATABASE_READ_URL needs DATABASE_URL'],
    [
      { DATABASE_URL: 'postgres://a/busbar', DATABASE_READ_URL: 'postgres://b,c/busbar' },
      'DATABASE_READ_URL must be the address of one server',
    ],
  ])('is rejected in %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  it('serves charts and reports of readings, and nothing that decides or bills', () => {
    const source = new URL('../../src/', import.meta.url);
    const users = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.startsWith('storage'))
      .filter((file) => readFileSync(new URL(file, source), 'utf8').includes('readStale('));
    expect(users.toSorted()).toEqual([
      'areas/reports/rows/parameter-rows.ts',
      'areas/telemetry/readings/history-service.ts',
    ]);
  });
});
