/**
 * PgBouncer with the configuration of docs/operations.md in front of a test database, as an
 * unprivileged user.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { freeLoopbackPort } from '../../../src/storage/embedded/loopback-port.ts';
import { postgresUser } from '../../../src/storage/embedded/postgres-user.ts';
import { closeAfterFile } from '../close-after-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { pollUntil } from './poll-until.ts';

/** The program that `PGBOUNCER_BIN` names, or that of the system. */
const PROGRAM =
  process.env['PGBOUNCER_BIN'] ??
  ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync) ??
  'pgbouncer';
const { status, stdout } = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' });
export const hasPgBouncer = status === 0;
const [, minor = '0'] = /^PgBouncer 1\.(\d+)/m.exec(stdout ?? '') ?? [];
/** It prepares statements in the sessions of its clients. */
export const canPrepare = Number(minor) >= 21;
if (!hasPgBouncer) console.warn('SKIPPED: the server behind PgBouncer, which is not installed.');

const PASSWORD = 'pooler-password';

const running = new Set<ChildProcess>();
// A test that fails midway must not leave its poolers running.
process.once('exit', () => {
  for (const pooler of running) pooler.kill('SIGKILL');
});

export interface PgBouncer {
  /** URL of the database through the pooler. */
  readonly url: string;
  /** Starts it again after `end`, on the same port. */
  start(): Promise<void>;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** `settings` replace those of the documented configuration. It is stopped after the test file. */
export async function startPgBouncer(
  databaseUrl: string,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<PgBouncer> {
  const folder = temporaryFolder();
  const port = await freeLoopbackPort();
  const { username } = new URL(databaseUrl);
  const users = join(folder, 'userlist.txt');
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" "${PASSWORD}"\n`);
  writeFileSync(
    config,
    documentedConfig(databaseUrl, {
      listen_addr: '127.0.0.1',
      listen_port: port,
      unix_socket_dir: '',
      auth_file: users,
      ...settings,
    }),
  );
  const user = postgresUser();
  if (user !== undefined) {
    for (const path of [folder, users, config]) chownSync(path, user.uid, user.gid);
  }
  const url = `postgres://${username}:${PASSWORD}@127.0.0.1:${port}/busbar`;
  let pooler: ChildProcess | undefined;
  let output = '';

  const program: PgBouncer = {
    url,
    async start() {
      const started = spawn(PROGRAM, ['-q', config], {
        ...(user && { uid: user.uid, gid: user.gid }),
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      pooler = started;
      running.add(started);
      started.stderr.on('data', (text) => {
        output = `${output}${text}`.slice(-4_000);
      });
      await pollUntil(
        () => started.exitCode !== null || connects(url),
        (isReady) => isReady,
        20_000,
      );
      if (started.exitCode !== null) throw new Error(`PgBouncer did not start: ${output}`);
    },
    async end(signal) {
      const ending = pooler;
      pooler = undefined;
      if (ending === undefined || ending.exitCode !== null) return;
      ending.kill(signal);
      await once(ending, 'exit');
      running.delete(ending);
    },
  };
  closeAfterFile(async () => {
    await program.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  await program.start();
  return program;
}

function documentedConfig(
  databaseUrl: string,
  settings: Readonly<Record<string, string | number>>,
): string {
  const document = readFileSync(
    new URL('../../../../../docs/operations.md', import.meta.url),
    'utf8',
  );
  const [, documented] = /```ini\n(\[databases\]\n.*?)```/s.exec(document) ?? [];
  if (documented === undefined) throw new Error('docs/operations.md has no pgbouncer.ini');
  const { hostname, port, pathname, username } = new URL(databaseUrl);
  const database = `busbar = host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username}`;
  const replaced = new RegExp(`^(${Object.keys(settings).join('|')}) = .*\n`, 'gm');
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  return documented.replace(/^busbar = .*$/m, database).replace(replaced, '') + lines.join('');
}

async function connects(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
