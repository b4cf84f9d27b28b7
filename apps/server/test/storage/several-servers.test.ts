/** A primary, its replica, and a promotion (docs/adr/0060), on real servers. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, StorageLog } from '../../src/storage/database.ts';
import {
  ECHO_TIMEOUT_MS,
  HEARTBEAT_INTERVAL_MS,
} from '../../src/storage/listening/listening-connection.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { eventually } from '../support/eventually.ts';
import { manualClock, TEST_NOW } from '../support/manual-clock.ts';
import {
  queryServer,
  type ReplicatedPostgres,
  severalServers,
  startReplicatedPostgres,
} from '../support/programs/replicated-postgres.ts';
import { startTcpProxy, type TcpProxy } from '../support/programs/tcp-proxy.ts';
import { testLog } from '../support/test-log.ts';

describe('a database URL with several servers', () => {
  const messages: string[] = [];
  const record = (_details: object, message: string) => void messages.push(message);
  const log: StorageLog = { info: record, warn: record, error: record };
  const clock = manualClock(TEST_NOW);
  let postgres: ReplicatedPostgres;
  let line: TcpProxy;
  let several: string;
  let database: Database;

  beforeAll(async () => {
    postgres = await startReplicatedPostgres();
    await queryServer(postgres.primary, 'create table entry (name text)');
    line = await startTcpProxy(postgres.primary);
    several = severalServers(
      [postgres.replica, { host: '127.0.0.1', port: line.port }],
      'postgres',
    );
    database = await open(several, log);
  });
  afterAll(async () => {
    line?.restore();
    await database?.close();
    await postgres?.stop();
  });

  const open = (databaseUrl: string, to = testLog) =>
    openDatabase({ databaseUrl, dataDir: '', unsafeDatabase: false, clock, log: to });
  const write = (name: string) => sql`insert into entry values (${name})`.execute(database.db);
  const written = async () =>
    (await queryServer(postgres.replica, 'select name from entry order by name')).map(
      ({ name }) => name,
    );

  it('uses the server that accepts writes, whatever its place in the list', async () => {
    await write('before');
    await eventually(written).toEqual(['before']);
    expect(database.warnings).toEqual([]);
  });

  it('is refused at the start if it names a replica only', async () => {
    await expect(open(postgres.replica.url('postgres'))).rejects.toThrow(
      /^DATABASE_URL leads to a read-only server, such as a replica: set it to the primary/,
    );
    const replicas = severalServers([postgres.replica, postgres.replica], 'postgres');
    await expect(open(replicas)).rejects.toThrow(
      /^The database in DATABASE_URL cannot be used: no server accepts writes \(127.0.0.1:\d+ is read-only; /,
    );
  });

  it('leads to the replica after its promotion, also if the former primary does not respond', async () => {
    const payloads: string[] = [];
    await database.listen('entries', (payload) => payloads.push(payload));
    line.silence();
    const hanging = write('lost').then(
      () => 'stored',
      () => 'failed',
    );
    await postgres.promote();
    // The heartbeat of the listening connection notices a server that is silent.
    clock.advance(HEARTBEAT_INTERVAL_MS + ECHO_TIMEOUT_MS);
    expect(await hanging).toBe('failed');
    await write('after');
    await eventually(written).toEqual(['after', 'before']);
    expect(messages).toContain('another database server accepts writes now');
    await eventually(() => payloads).toEqual(['']);
    await database.notify('entries', '7');
    await eventually(() => payloads).toEqual(['', '7']);
    await database.ping();
  });

  it('never leads back to a former primary that accepts writes, and logs an error', async () => {
    line.restore();
    messages.length = 0;
    const former = severalServers([postgres.primary, postgres.replica], 'postgres');
    const second = await open(former, log);
    const { rows } = await sql<{ port: string }>`
      select current_setting('port') as port`.execute(second.db);
    await second.close();
    expect(rows).toEqual([{ port: String(postgres.replica.port) }]);
    expect(second.warnings).toEqual([
      expect.stringContaining('set synchronous_standby_names, and synchronous_commit = on'),
    ]);
    expect(messages).toContain(
      'more than one database server accepts writes: stop the former primary',
    );
  });

  it('fails the ping and closes its connections when the server becomes read-only', async () => {
    const single = await open(postgres.replica.url('postgres'));
    const pids = async () => {
      const query = sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.2)`;
      const results = await Promise.all([query.execute(single.db), query.execute(single.db)]);
      return results.flatMap(({ rows }) => rows.map(({ pid }) => pid));
    };
    const before = await pids();
    expect((await pids()).toSorted()).toEqual(before.toSorted());
    await queryServer(postgres.replica, 'alter system set default_transaction_read_only = on');
    await queryServer(postgres.replica, 'select pg_reload_conf()');
    const refusal = () =>
      sql`insert into entry values ('refused')`.execute(single.db).then(
        () => undefined,
        ({ code }) => code,
      );
    await eventually(refusal).toBe('25006');
    expect((await pids()).filter((pid) => before.includes(pid))).toEqual([]);
    await expect(single.ping()).rejects.toMatchObject({
      message: 'The database in DATABASE_URL accepts no writes.',
      cause: { code: '25006' },
    });
    await single.close();
  });
});
