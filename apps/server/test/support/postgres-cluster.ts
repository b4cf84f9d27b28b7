/**
 * A private PostgreSQL for one test run: own port, own temporary folder, gone afterwards. It runs
 * from the installed binaries, as an unprivileged user when the tests run as root, and with fsync
 * on, because the server refuses anything else.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

export interface PostgresCluster {
  /** Of the administrator, without a database name: append `/name`. */
  readonly url: string;
  readonly version: string;
  stop(): Promise<void>;
}

/** The prepared database every test database is cloned from. */
export const templateDatabase = 'busbar_template';

const debianRoot = '/usr/lib/postgresql';
const startTimeoutMs = 30_000;

/** The folder of the newest installed binaries, or undefined. */
export function findPostgresBinaries(): string | undefined {
  const versions = existsSync(debianRoot) ? readdirSync(debianRoot) : [];
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debianRoot, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

export async function startPostgresCluster(binaries: string): Promise<PostgresCluster> {
  const owner = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'busbar-postgres-'));
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const run = { ...owner, cwd: folder };
  execFileSync(
    join(binaries, 'initdb'),
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
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
  };
  // The shell holds the server: when this process ends in any way, its end of the pipe closes
  // and the server is stopped, so a killed test run leaves nothing behind.
  const server = spawn(
    'sh',
    [
      '-c',
      '"$@" & server=$!; read -r _; kill -QUIT $server; wait $server; rm -rf "$0"',
      folder,
      join(binaries, 'postgres'),
      '-D',
      join(folder, 'data'),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...run, stdio: ['pipe', 'pipe', 'pipe'] },
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

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user =
    users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (user === undefined)
    throw new Error('neither a user postgres nor nobody to run PostgreSQL as');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
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
