/**
 * A private PostgreSQL for one test run, with its own port and temporary folder, deleted
 * afterwards. It runs as an unprivileged user when the tests run as root, and with fsync on,
 * because the server refuses anything else.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freeLoopbackPort } from '../../../src/storage/embedded/loopback-port.ts';
import {
  findNativePackage,
  type NativePackage,
  openNativePackage,
  programOf,
} from '../../../src/storage/embedded/native-package.ts';
import { postgresUser } from '../../../src/storage/embedded/postgres-user.ts';

export interface PostgresCluster {
  /** URL of the administrator, without a database name: append `/name`. */
  readonly url: string;
  readonly version: string;
  stop(): Promise<void>;
}

/** The template from which every test database is cloned. */
export const templateDatabase = 'busbar_template';

const startTimeoutMs = 30_000;

/**
 * Returns the programs of the embedded database, or those of another version of that package
 * family: `TEST_POSTGRES` names its `native` folder.
 */
function testedPackage(): Promise<NativePackage> {
  const named = process.env['TEST_POSTGRES'];
  return named ? openNativePackage(named) : findNativePackage();
}

/**
 * Starts the programs of `other`, or the tested ones, with additional server settings and
 * environment variables.
 */
export async function startPostgresCluster(
  other?: NativePackage,
  more: Readonly<Record<string, string>> = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<PostgresCluster> {
  const native = other ?? (await testedPackage());
  const owner = postgresUser();
  const folder = mkdtempSync(join(tmpdir(), 'busbar-postgres-'));
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const run = { ...(owner && { uid: owner.uid, gid: owner.gid }), cwd: folder };
  execFileSync(
    programOf(native, 'initdb'),
    [
      '-D',
      join(folder, 'data'),
      '-U',
      'postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ],
    { ...run, stdio: 'pipe' },
  );
  const port = await freeLoopbackPort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    ...more,
    timezone: 'UTC',
  };
  // The shell owns the server: when this process ends in any way, its end of the pipe closes and
  // the server is stopped, so a killed test run leaves nothing behind.
  const server = spawn(
    'sh',
    [
      '-c',
      '"$@" & server=$!; read -r _; kill -QUIT $server; wait $server; rm -rf "$0"',
      folder,
      programOf(native, 'postgres'),
      '-D',
      join(folder, 'data'),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...run, env: { ...process.env, ...environment }, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  let output = '';
  server.stderr.on('data', (text) => {
    output = `${output}${text}`.slice(-4_000);
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const url = `postgres://postgres@127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    server.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { url, version: await waitUntilReady(`${url}/postgres`), stop };
  } catch (error) {
    await stop();
    throw new Error(`PostgreSQL did not start:\n${output}`, { cause: error });
  }
}

async function waitUntilReady(url: string): Promise<string> {
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      const { rows } = await client.query<{ server_version: string }>('show server_version');
      await client.end();
      return rows[0]?.server_version ?? '';
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
