/**
 * A primary PostgreSQL and its streaming replica on loopback, from the programs of the embedded
 * database (`TEST_POSTGRES` names others), in temporary folders that are deleted afterwards.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freeLoopbackPort } from '../../../src/storage/embedded/loopback-port.ts';
import {
  findNativePackage,
  openNativePackage,
  programOf,
} from '../../../src/storage/embedded/native-package.ts';
import { postgresUser } from '../../../src/storage/embedded/postgres-user.ts';
import { pollUntil } from './poll-until.ts';

const START_LIMIT_MS = 120_000;

export interface ReplicatedPostgres {
  readonly primary: PostgresServer;
  readonly replica: PostgresServer;
  /** Lets the replica fall behind from now on. */
  disconnectReplica(): Promise<void>;
  /** Makes the replica a primary; resolves when it accepts writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

export interface PostgresServer {
  readonly host: string;
  readonly port: number;
  /** URL of a database, with the administrator as its user. */
  url(database: string): string;
  /** Ends the server immediately, and with it all of its sessions. */
  kill(): Promise<void>;
}

/** `isSynchronous`: the primary confirms a commit when the replica has it on its disk too. */
export async function startReplicatedPostgres({
  isSynchronous = true,
} = {}): Promise<ReplicatedPostgres> {
  const named = process.env['TEST_POSTGRES'];
  const native = named ? await openNativePackage(named) : await findNativePackage();
  const owner = postgresUser();
  const folder = mkdtempSync(join(tmpdir(), 'busbar-replicated-'));
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const run = { ...(owner && { uid: owner.uid, gid: owner.gid }), cwd: folder };
  const folders = { primary: join(folder, 'primary'), replica: join(folder, 'replica') };
  const asOwner = (program: 'initdb' | 'pg_ctl', ...rest: string[]) =>
    promisify(execFile)(programOf(native, program), rest, run);
  await asOwner(
    'initdb',
    '-D',
    folders.primary,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  );
  // The folder of a server that has never run is a valid base backup.
  execFileSync('cp', ['-a', folders.primary, folders.replica], run);
  execFileSync('touch', [join(folders.replica, 'standby.signal')], run);
  const primary = await startServer('primary', {
    synchronous_standby_names: isSynchronous ? 'replica' : '',
  });
  // In the file of ALTER SYSTEM, so that a test can change it.
  appendFileSync(
    join(folders.replica, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres application_name=replica'\n`,
  );
  const replica = await startServer('replica', {});
  await pollUntil(
    () => queryServer(primary, `select from pg_stat_replication where state = 'streaming'`),
    (rows) => rows.length === 1,
    START_LIMIT_MS,
  );

  async function startServer(
    name: keyof typeof folders,
    settings: Record<string, string>,
  ): Promise<PostgresServer & { end(): Promise<void> }> {
    const data = folders[name];
    const port = await freeLoopbackPort();
    const all = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      timezone: 'UTC',
      ...settings,
    };
    // The shell ends the server when this process ends in any way.
    const server = spawn(
      'sh',
      [
        '-c',
        '"$@" & server=$!; read -r _; kill -QUIT $server; wait $server',
        'sh',
        programOf(native, 'postgres'),
        '-D',
        data,
        ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
      ],
      { ...run, stdio: ['pipe', 'ignore', 'pipe'] },
    );
    let output = '';
    server.stderr.on('data', (text) => {
      output = `${output}${text}`.slice(-4_000);
    });
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    const started = {
      host: '127.0.0.1',
      port,
      url: (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`,
      async kill() {
        process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 9);
        await pollUntil(
          () => answers(started),
          (isUp) => !isUp,
          START_LIMIT_MS,
        );
      },
      async end() {
        server.stdin.end();
        await ended;
      },
    };
    await pollUntil(
      () => answers(started),
      (isUp) => isUp,
      START_LIMIT_MS,
    ).catch((error) => {
      throw new Error(`PostgreSQL did not start:\n${output}`, { cause: error });
    });
    return started;
  }

  return {
    primary,
    replica,
    async disconnectReplica() {
      await queryServer(replica, `alter system set primary_conninfo = ''`);
      await queryServer(replica, 'select pg_reload_conf()');
      await pollUntil(
        () => queryServer(replica, 'select from pg_stat_wal_receiver'),
        (rows) => rows.length === 0,
        START_LIMIT_MS,
      );
    },
    promote: async () =>
      void (await asOwner('pg_ctl', 'promote', '-D', folders.replica, '-w', '-t', '120')),
    async stop() {
      await Promise.all([primary.end(), replica.end()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs one statement on a connection of its own, in the database `postgres` unless named. */
export async function queryServer(
  server: PostgresServer,
  statement: string,
  database = 'postgres',
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: server.url(database) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const answers = (server: PostgresServer): Promise<boolean> =>
  queryServer(server, 'select').then(
    () => true,
    () => false,
  );

/** URL of a database on several servers, of which one accepts writes. */
export function severalServers(
  servers: readonly { readonly host: string; readonly port: number }[],
  database: string,
): string {
  const hosts = servers.map(({ host, port }) => `${host}:${port}`).join(',');
  return `postgres://postgres@${hosts}/${database}?target_session_attrs=read-write`;
}
