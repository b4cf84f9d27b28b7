/** A PgBouncer in transaction mode in front of a test database, as an unprivileged user. */
import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { vi } from 'vitest';
import { freeLoopbackPort } from '../../../src/storage/embedded/loopback-port.ts';
import { postgresUser } from '../../../src/storage/embedded/postgres-user.ts';

export interface PgBouncer {
  /** URL of the database through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/** `poolSize` is the number of server sessions that all transactions share. */
export async function startPgBouncer(databaseUrl: string, poolSize: number): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, pathname } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'busbar-pgbouncer-'));
  const port = await freeLoopbackPort();
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: poolSize,
    max_client_conn: 100,
    // The first setting that an operator finds for the error that a startup option causes.
    ignore_startup_parameters: 'options,extra_float_digits',
  };
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
${Object.entries(settings)
  .map(([name, value]) => `${name} = ${value}`)
  .join('\n')}
`,
  );
  const user = postgresUser();
  if (user !== undefined) {
    chownSync(folder, user.uid, user.gid);
    chownSync(join(folder, 'pgbouncer.ini'), user.uid, user.gid);
  }
  const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync) ?? 'pgbouncer';
  const pooler = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], {
    ...(user && { uid: user.uid, gid: user.gid }),
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  pooler.stderr.on('data', (text) => {
    output = `${output}${text}`.slice(-4_000);
  });
  const ended = new Promise<void>((resolve) => {
    pooler.once('exit', () => resolve());
    pooler.once('error', (error) => {
      output = `${error.message}: install it with apt-get install pgbouncer`;
      resolve();
    });
  });
  const kill = () => void pooler.kill('SIGKILL');
  process.once('exit', kill);
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`;
  const stop = async () => {
    process.off('exit', kill);
    kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.race([
      vi.waitFor(() => connects(url), { timeout: 20_000, interval: 50 }),
      ended.then(() => Promise.reject(new Error('it ended'))),
    ]);
    return { url, stop };
  } catch (error) {
    await stop();
    throw new Error(`PgBouncer did not start: ${output}`, { cause: error });
  }
}

async function connects(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.end();
}
