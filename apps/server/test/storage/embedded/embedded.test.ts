/**
 * The embedded PostgreSQL as a process: kills, adoption, recycled process ids, long paths, a second
 * Busbar.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../src/storage/database.ts';
import { isRunning, readPostmasterNote } from '../../../src/storage/embedded/postmaster-file.ts';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { eventually } from '../../support/eventually.ts';
import { runTypeScript } from '../../support/programs/child-process.ts';
import { endPostmaster } from '../../support/programs/embedded-processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testLog } from '../../support/test-log.ts';

const writer = new URL('./row-writer.ts', import.meta.url);
const quiet = { ...testLog, error: () => undefined };
const folders: string[] = [];

function newFolder(...below: string[]): string {
  const folder = join(temporaryFolder(), 'data', ...below);
  mkdirSync(folder, { recursive: true });
  folders.push(folder);
  return folder;
}
const open = (dataDir: string) => openDatabase({ dataDir, unsafeDatabase: false, log: quiet });
const postmasterOf = (dataDir: string) => readPostmasterNote(join(dataDir, 'postgres'))?.pid ?? 0;
const one = async (database: Database) =>
  (await sql<{ one: number }>`select 1 as one`.execute(database.db)).rows[0]?.one;

afterEach(async () => {
  for (const folder of folders.splice(0)) await endPostmaster(folder);
});

describe('the embedded database', { timeout: 120_000 }, () => {
  it('is durable, uses C collation in UTF-8 and gets no secret from the environment', async () => {
    const dataDir = newFolder();
    vi.stubEnv('SECRETS_KEY', 'kept-from-postgres');
    vi.stubEnv('PGOPTIONS', '-c work_mem=1MB');
    const database = await open(dataDir);
    if (process.platform === 'linux') {
      const environment = readFileSync(`/proc/${postmasterOf(dataDir)}/environ`, 'utf8');
      expect(environment).toContain('PGDATA=');
      expect(environment).not.toMatch(/SECRETS_KEY|PGOPTIONS/);
    }
    vi.unstubAllEnvs();
    const { rows } = await sql`select current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('data_checksums') as data_checksums,
      current_setting('listen_addresses') as listen_addresses,
      current_setting('server_encoding') as encoding,
      ('Z' < 'a' and 'ö' > 'z') as by_code_point, lower('ÖЖ') as lower`.execute(database.db);
    await database.close();
    expect(rows).toEqual([
      {
        fsync: 'on',
        synchronous_commit: 'on',
        full_page_writes: 'on',
        data_checksums: 'on',
        listen_addresses: '',
        encoding: 'UTF8',
        by_code_point: true,
        lower: 'öж',
      },
    ]);
  });

  it.each([
    ['Busbar', (_folder: string, end: () => Promise<void>) => end()],
    [
      'the database process',
      async (folder: string) => process.kill(postmasterOf(folder), 'SIGKILL'),
    ],
    [
      'both',
      async (folder: string, end: () => Promise<void>) => {
        process.kill(postmasterOf(folder), 'SIGKILL');
        await end();
      },
    ],
  ])('has every committed row after %s was killed', async (_name, kill) => {
    const dataDir = newFolder();
    const owner = runTypeScript(writer, dataDir);
    expect(await owner.nextLine()).toBe('open');
    const committed: string[] = [];
    while (committed.length < 100) committed.push(await owner.nextLine());
    await kill(dataDir, () => owner.end('SIGKILL'));
    await owner.end('SIGKILL');

    const database = await open(dataDir);
    const rows = await database.db.selectFrom('installation').select('name').execute();
    await database.close();
    const stored = new Set(rows.map(({ name }) => name));
    expect(committed.filter((name) => !stored.has(name))).toEqual([]);
  });

  it('continues with the process that a killed Busbar left running', async () => {
    const dataDir = newFolder();
    const owner = runTypeScript(writer, dataDir);
    expect(await owner.nextLine()).toBe('open');
    const pid = postmasterOf(dataDir);
    await owner.end('SIGKILL');
    const database = await open(dataDir);
    expect(postmasterOf(dataDir)).toBe(pid);
    await database.close();
    expect(isRunning(pid)).toBe(false);
  });

  it('is restarted when its process dies, with the same connections', async () => {
    const dataDir = newFolder();
    const database = await open(dataDir);
    const heard: string[] = [];
    await database.listen('news', (payload) => heard.push(payload));
    const pid = postmasterOf(dataDir);
    process.kill(pid, 'SIGKILL');
    await eventually(() => postmasterOf(dataDir)).not.toBe(pid);
    await eventually(() => one(database).catch(() => undefined)).toBe(1);
    // The listener reports that it may have missed something.
    await eventually(() => heard[0]).toBe('');
    await database.close();
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it('starts if the id of its dead process belongs to another program', async () => {
    const dataDir = newFolder();
    await (await open(dataDir)).close();
    const folder = join(dataDir, 'postgres');
    const left = [process.pid, folder, 1, 5432, folder, '', '  1 1', 'ready'].join('\n');
    const file = join(folder, 'postmaster.pid');
    writeFileSync(file, `${left}\n`, { mode: 0o600 });
    const { uid, gid } = statSync(folder);
    chownSync(file, uid, gid);
    const database = await open(dataDir);
    expect(await one(database)).toBe(1);
    await database.close();
  });

  it('starts on a copy of a folder in use and leaves the server of the original alone', async () => {
    const original = await open(newFolder());
    const source = join(folders[0]!, 'postgres');
    const copy = newFolder();
    cpSync(source, join(copy, 'postgres'), {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !path.endsWith('.s.PGSQL.5432'),
    });
    const { uid, gid } = statSync(source);
    execFileSync('chown', ['-R', `${uid}:${gid}`, join(copy, 'postgres')]);
    chmodSync(join(copy, 'postgres'), 0o700);
    const database = await open(copy);
    expect([await one(database), await one(original)]).toEqual([1, 1]);
    expect(existsSync(join(source, '.s.PGSQL.5432.lock'))).toBe(true);
    await database.close();
    await original.close();
  });

  it('refuses a second Busbar on the same folder with one message', async () => {
    const dataDir = newFolder();
    const database = await open(dataDir);
    const other = runTypeScript(writer, dataDir);
    expect(await other.nextLine()).toContain(`in use by process ${process.pid}:`);
    await other.end('SIGTERM');
    expect(await one(database)).toBe(1);
    await database.close();
  });

  it('works in a folder whose path is longer than a socket allows, and leaves nothing behind', async () => {
    const sockets = () => readdirSync(tmpdir()).filter((name) => name.startsWith('busbar-socket-'));
    const before = sockets();
    const dataDir = newFolder('a'.repeat(100), 'б'.repeat(60));
    const database = await open(dataDir);
    expect(await one(database)).toBe(1);
    const fresh = sockets().filter((name) => !before.includes(name));
    expect(fresh).toHaveLength(1);
    await database.close();
    expect(sockets()).not.toContain(fresh[0]);
  });

  it('returns its data folder with links resolved', async () => {
    const dataDir = newFolder();
    const database = await open(dataDir);
    await database.close();
    expect(database.location).toBe(
      `The database is stored in ${join(realpathSync(dataDir), 'postgres')}.`,
    );
    expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('18\n');
  });
});
