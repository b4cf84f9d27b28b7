/**
 * The backup and restore programs: one sentence per error the operator can fix, and a refusal while
 * a server is running.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { lockFolder } from '../../src/storage/embedded/folder-lock.ts';
import { freshDatabase } from '../support/databases.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { backUp, emptyPlace, restoreTo, TEST_KEY, within } from './backup-fixture.ts';

const KEY = TEST_KEY.toString('base64');

interface Ended {
  readonly code: number;
  readonly said: string;
}

function run(
  name: 'backup' | 'restore',
  parameters: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const program = fileURLToPath(new URL(`../../src/backup/${name}-cli.ts`, import.meta.url));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', program, ...parameters],
      { env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), said: `${stdout}${stderr}` }),
    );
  });
}

describe('the backup and restore programs', () => {
  it.each([
    ['backup', [], 'Usage: npm run backup -- FILE [--force]'],
    ['backup', ['a', 'b'], 'Usage: npm run backup -- FILE [--force]'],
    ['restore', ['a', '--force'], 'Usage: npm run restore -- FILE [--replace] [--foreign]'],
  ] as const)(
    '%s %j prints its usage or the wrong parameter',
    async (name, parameters, sentence) => {
      expect(await run(name, parameters)).toEqual({ code: 1, said: `${sentence}\n` });
    },
  );

  it('create neither a database nor a file if there is nothing to back up', async () => {
    const folder = temporaryFolder();
    const dataDir = join(folder, 'data');
    expect(await run('backup', [join(folder, 'a.backup')], { DATA_DIR: dataDir })).toEqual({
      code: 1,
      said: `There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL.\n`,
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the programs on the embedded database', () => {
  let file: string;
  beforeAll(async () => {
    file = await backUp(await freshDatabase(), temporaryFolder());
  });

  it('back up and restore, and refuse while the server is running', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const restored = await run('restore', [file], { DATA_DIR: dataDir, SECRETS_KEY: KEY });
    expect(restored.said).toMatch(/^Restored as of 2026-11-20T04:00:00.000Z in /);
    const second = join(temporaryFolder(), 'second.backup');
    for (const key of ['', Buffer.alloc(32, 8).toString('base64')]) {
      expect(await run('backup', [second], { DATA_DIR: dataDir, SECRETS_KEY: key })).toEqual({
        code: 1,
        said: expect.stringMatching(/^This program has another key than the database, .+\n$/),
      });
    }
    expect(existsSync(second)).toBe(false);
    expect(readdirSync(dataDir)).not.toContain('secrets.key');
    const made = await run('backup', [second], { DATA_DIR: dataDir, SECRETS_KEY: KEY });
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining('(SECRETS_KEY)') });
    const elsewhere = await run('restore', [second], { DATA_DIR: join(temporaryFolder(), 'data') });
    expect(elsewhere.said).toMatch(
      /is not signed with the key .+ add --foreign\. Nothing was changed\.\n$/,
    );
    expect(elsewhere.said.trim().split('\n')).toHaveLength(1);

    const lock = await lockFolder(dataDir);
    for (const [name, parameters] of [
      ['backup', [join(temporaryFolder(), 'third.backup')]],
      ['restore', [second, '--replace']],
    ] as const) {
      const { code, said } = await run(name, parameters, { DATA_DIR: dataDir, SECRETS_KEY: KEY });
      expect(said).toContain(`is in use by process ${process.pid}: stop that one first`);
      expect(code).toBe(1);
      for (const parameter of parameters) {
        if (parameter.includes('third')) expect(existsSync(parameter)).toBe(false);
      }
    }
    await lock.release();
  }, 120_000);
});

describe('the programs on a database server', () => {
  it('write an unsigned backup of a database without a key, and create no key', async () => {
    const { databaseUrl = '' } = await freshDatabase();
    const dataDir = temporaryFolder();
    const file = join(temporaryFolder(), 'a.backup');
    const made = await run('backup', [file], { DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
    expect(made.said).toContain('It is not signed, because the database has no key');
    expect(readdirSync(dataDir)).toEqual([]);
    await expect(restoreTo(await emptyPlace(), file)).rejects.toThrow('is not signed');
  });

  it('refuse a restore while a Busbar process is connected', async () => {
    const file = await backUp(await freshDatabase(), temporaryFolder());
    const place = await emptyPlace();
    await within(place, async (connected) => {
      await connected.ping();
      await expect(restoreTo(place, file)).rejects.toThrow(
        'A Busbar is running on this database: stop it first.',
      );
    });
    expect(await restoreTo(place, file)).toMatchObject({ files: 0 });
  });

  it('never replace the tables of another program', async () => {
    const file = await backUp(await freshDatabase(), temporaryFolder());
    const place = await emptyPlace();
    await within(place, ({ db }) =>
      db.schema.createTable('theirs').addColumn('a', 'text').execute(),
    );
    mkdirSync(place.dataDir);
    writeFileSync(join(place.dataDir, 'a.part-1'), '');
    await expect(restoreTo(place, file, { replace: true })).rejects.toThrow(
      'The database holds tables that are not of Busbar: give it a database of its own.',
    );
  });
});
