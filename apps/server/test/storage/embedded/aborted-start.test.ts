/** The start of the embedded database, aborted in each of its steps: no process, no unfinished folder. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { readPostmasterNote } from '../../../src/storage/embedded/postmaster-file.ts';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { prepareDatabase } from '../../../src/storage/prepare-database.ts';
import { eventually } from '../../support/eventually.ts';
import { endPostmaster, processesOf } from '../../support/programs/embedded-processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testLog } from '../../support/test-log.ts';

const STOPPED = new Error('stopped');
const folders: string[] = [];

function newFolder(): string {
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(folder);
  folders.push(folder);
  return folder;
}

const open = (dataDir: string, signal?: AbortSignal) =>
  openDatabase({
    dataDir,
    unsafeDatabase: false,
    log: { ...testLog, error: () => undefined },
    ...(signal === undefined ? {} : { signal }),
  });

afterEach(async () => {
  for (const folder of folders.splice(0)) await endPostmaster(folder);
});

// These tests read the processes from /proc.
describe.skipIf(process.platform !== 'linux')('an aborted start of the database', () => {
  it('ends initdb and removes what it wrote', async () => {
    const dataDir = newFolder();
    const abort = new AbortController();
    const opened = open(dataDir, abort.signal);
    const rejected = expect(opened).rejects.toBe(STOPPED);
    await eventually(() => existsSync(join(dataDir, 'postgres.new', 'PG_VERSION'))).toBe(true);
    abort.abort(STOPPED);
    await rejected;
    expect(processesOf(dataDir)).toEqual([]);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres'))).toEqual([]);
    await (await open(dataDir)).close();
  });

  it('ends a server that does not respond yet', async () => {
    const dataDir = newFolder();
    const first = await open(dataDir);
    await sql`create table kept as select 7 as n`.execute(first.db);
    await first.close();
    const folder = realpathSync(join(dataDir, 'postgres'));
    const settings = readFileSync(join(folder, 'postgresql.auto.conf'));
    // The server waits for this command before it responds.
    writeFileSync(join(folder, 'postgresql.auto.conf'), "restore_command = 'sleep 600'\n");
    writeFileSync(join(folder, 'recovery.signal'), '');
    const abort = new AbortController();
    const rejected = expect(open(dataDir, abort.signal)).rejects.toBe(STOPPED);
    await eventually(() => readPostmasterNote(join(dataDir, 'postgres')) !== undefined).toBe(true);
    abort.abort(STOPPED);
    await rejected;
    expect(processesOf(dataDir)).toEqual([]);
    writeFileSync(join(folder, 'postgresql.auto.conf'), settings);
    rmSync(join(folder, 'recovery.signal'));
    const next = await open(dataDir);
    expect((await sql`select n from kept`.execute(next.db)).rows).toEqual([{ n: 7 }]);
    await next.close();
  });

  it('ends between two migrations, and the next start runs the rest', async () => {
    const database = await open(newFolder());
    const abort = new AbortController();
    const prepared = prepareDatabase(database, Date.now(), { signal: abort.signal });
    const rejected = expect(prepared).rejects.toBe(STOPPED);
    const done = async () =>
      (
        await sql<{ n: number }>`select count(*)::int as n from schema_migration`
          .execute(database.db)
          .catch(() => ({ rows: [] }))
      ).rows[0]?.n ?? 0;
    await eventually(async () => (await done()) > 0).toBe(true);
    abort.abort(STOPPED);
    await rejected;
    const before = await done();
    const { migrations } = await prepareDatabase(database, Date.now());
    expect(migrations.length).toBeGreaterThan(0);
    expect(await done()).toBe(before + migrations.length);
    await database.close();
  });
});
