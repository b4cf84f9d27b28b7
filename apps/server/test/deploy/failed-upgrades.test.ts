/**
 * The failures of docs/upgrade.md, with the program as an operator starts it: one sentence, exit
 * code 1, nothing changed, and the way back.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schemaText } from '../../src/storage/schema/schema-text.ts';
import { plantedMigrations } from '../reliability/upgrade/planted-migrations.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { freshDatabase, type TestDatabase } from '../support/databases.ts';
import { endPostmaster } from '../support/programs/embedded-processes.ts';
import { mayMount, mountMemory, unmount } from '../support/programs/mounts.ts';
import { programFile, programWithMigrations } from '../support/programs/server-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { TEST_SECRETS_KEY } from '../support/test-context.ts';

const MAY_MOUNT = mayMount();
const OTHER_KEY = Buffer.alloc(32, 9).toString('base64');
/** Name of the file that keeps space free during an upgrade. */
const RESERVE = 'upgrade-reserve';
const HINT = 'Processes that run continue; start the former version again, or correct the cause.';

type Env = Readonly<Record<string, string>>;

interface Started {
  /** Undefined while the program runs. */
  readonly code: number | undefined;
  readonly error: string;
}

const running = new Set<ChildProcess>();

/** Resolves when the program is ready or has ended. */
async function start(env: Env, program: Promise<string> = programFile()): Promise<Started> {
  const child = spawn(process.execPath, [await program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      LOG_LEVEL: 'fatal',
      ...env,
    },
  });
  running.add(child);
  let error = '';
  child.stderr.on('data', (part) => {
    error += part;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number }));
  const ready = new Promise<{ code: undefined }>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('is ready')) resolve({ code: undefined });
    });
  });
  const { code } = await Promise.race([ended, ready]);
  return { code, error: error.trim() };
}

async function stopAll(): Promise<void> {
  for (const child of running) {
    running.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

const RUNS: Started = { code: undefined, error: '' };

describe('an upgrade that cannot be made', () => {
  let database: TestDatabase;
  let env: Env;
  let before: string;
  beforeEach(async () => {
    database = await freshDatabase();
    env = {
      DATABASE_URL: database.databaseUrl,
      DATA_DIR: temporaryFolder(),
      SECRETS_KEY: TEST_SECRETS_KEY,
    };
    expect(await start(env)).toEqual(RUNS);
    await stopAll();
    before = await schemaText(database.db);
  });
  afterEach(stopAll);

  it('because a setting is wrong does not open the database', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    expect(await start({ ...env, DATA_DIR: dataDir, MQTT_PORT: 'eighty' })).toEqual({
      // EX_CONFIG, after which a service is not started again.
      code: 78,
      error: 'MQTT_PORT must be a whole number from 0 to 65535, not "eighty".',
    });
    expect(existsSync(dataDir)).toBe(false);
    expect(await start(env)).toEqual(RUNS);
  });

  it('because the key is another one or missing changes nothing', async () => {
    const other = await start({ ...env, SECRETS_KEY: OTHER_KEY });
    expect(other.code).toBe(1);
    expect(other.error).toMatch(/^The secrets in the database were sealed with another key: .+\.$/);
    const { SECRETS_KEY: _key, ...keyless } = env;
    const none = await start(keyless);
    expect(none.code).toBe(1);
    expect(none.error).toMatch(
      /^The secrets in the database are sealed and this process has no key: .+\.$/,
    );
    expect(await start(env)).toEqual(RUNS);
    await stopAll();
    // The way back if the key is lost.
    const lost = { ...env, SECRETS_KEY: OTHER_KEY, SECRETS_KEY_LOST: '1' };
    expect((await start(lost)).code).toBeUndefined();
    await stopAll();
    expect((await start({ ...env, SECRETS_KEY: OTHER_KEY })).code).toBeUndefined();
  });

  it('because a migration fails halfway leaves the former version usable', async () => {
    const migrations = plantedMigrations(['create table half (id integer); select 1 / 0;']);
    const [name] = Object.keys(migrations);
    expect(await start(env, programWithMigrations(migrations))).toEqual({
      code: 1,
      error: `Migration ${name} failed and changed nothing: division by zero. ${HINT}`,
    });
    expect(await schemaText(database.db)).toBe(before);
    expect(await start(env)).toEqual(RUNS);
  });

  it('because the program is older than the tables changes nothing', async () => {
    const migrations = plantedMigrations(['select 1;', 'select 2;']);
    const [first = '', second = ''] = Object.keys(migrations);
    const newer = programWithMigrations({
      [first]: 'select 1;',
      [second]: `--! contract: unused since ${first.slice(0, 4)}\nselect 2;`,
    });
    expect((await start(env, newer)).code).toBeUndefined();
    await stopAll();
    const older = await start(env);
    expect(older.code).toBe(1);
    expect(older.error).toBe(
      `The database was made by a newer Busbar (it has migration ${first}): start that version, or restore a backup made before it.`,
    );
    expect(await schemaText(database.db)).toBe(before);
    expect((await start(env, newer)).code).toBeUndefined();
  });
});

describe.skipIf(!MAY_MOUNT)('an upgrade of the embedded database on a full disk', () => {
  const mounted = join(temporaryFolder(), 'disk');
  const dataDir = join(mounted, 'data');
  const env = { DATA_DIR: dataDir };
  beforeAll(async () => {
    mkdirSync(mounted);
    mountMemory(mounted, 'size=400m,mode=755');
    closeAfterFile(async () => {
      await stopAll();
      await endPostmaster(dataDir);
      unmount(mounted);
    });
    expect((await start(env)).code).toBeUndefined();
    await stopAll();
  });
  afterEach(stopAll);

  // A full write-ahead log stops PostgreSQL itself.
  it.each([
    [
      'table',
      'unlogged',
      /^Migration \d+-planted failed and changed nothing: .+No space left on device\. Processes .+\.$/,
    ],
    [
      'write-ahead log',
      '',
      /^Migration \d+-planted changed nothing: the database has closed the connection\. .+\.$/,
    ],
  ])(
    'that its %s fills ends with one sentence, and the former version starts again',
    async (_what, kind, sentence) => {
      const migrations = plantedMigrations([
        `create ${kind} table ballast as select repeat(md5(n::text), 50) as text from generate_series(1, 10000000) n;`,
      ]);
      const { code, error } = await start(env, programWithMigrations(migrations));
      expect({ code, lines: error.split('\n').length }).toEqual({ code: 1, lines: 1 });
      expect(error).toMatch(sentence);
      expect((await start(env)).code).toBeUndefined();
      expect(readdirSync(dataDir)).not.toContain(RESERVE);
    },
  );

  it('that is nearly full does not begin', async () => {
    const { bavail, bsize } = statfsSync(mounted);
    const filler = join(mounted, 'filler');
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 80 * 1024 * 1024));
    const program = programWithMigrations(plantedMigrations(['create table late (id integer)']));
    expect(await start(env, program)).toEqual({
      code: 1,
      error: `The disk of ${dataDir} has less than 96 MiB free, which an upgrade of the database needs: free some space and start again. Nothing was changed.`,
    });
    expect(readdirSync(dataDir)).not.toContain(RESERVE);
    expect((await start(env)).code).toBeUndefined();
    rmSync(filler);
  });

  it('that was killed leaves its space to the next start', async () => {
    writeFileSync(join(dataDir, RESERVE), 'left by a killed upgrade');
    expect((await start(env)).code).toBeUndefined();
    expect(readdirSync(dataDir)).not.toContain(RESERVE);
  });
});
