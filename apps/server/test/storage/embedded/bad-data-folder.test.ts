/** Unusable data folders: one message with the remedy, and nothing is changed. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { StartError } from '../../../src/storage/start-error.ts';
import { mayMount, mountMemory, remountReadOnly, unmount } from '../../support/programs/mounts.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testLog } from '../../support/test-log.ts';

const IS_ROOT = process.getuid?.() === 0;
const MAY_MOUNT = mayMount();
/** Any user that exists on every system and is not the database user. */
const DAEMON = 1;

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const namesIn = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort();

async function sentenceFor(dataDir: string): Promise<string> {
  try {
    const database = await openDatabase({ dataDir, unsafeDatabase: false, log: testLog });
    await database.close();
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as Error).message;
  }
  throw new Error('the data folder was accepted');
}

describe('opening a data folder', () => {
  it.each([
    [
      'with an earlier embedded database',
      { 'database/PG_VERSION': '17\n', 'secrets.json': '{}' },
      /holds the embedded database of an earlier version of Busbar, .* \(npm run backup\) .* \(npm run restore\)/,
    ],
    [
      'with an older PostgreSQL',
      { 'postgres/PG_VERSION': '17\n', 'postgres/base/1': 'rows' },
      /was created by PostgreSQL 17 and this version of Busbar has PostgreSQL 18: make a backup/,
    ],
    [
      'without a PostgreSQL version',
      { 'postgres/notes.txt': 'mine' },
      /is not a database of PostgreSQL \(PG_VERSION .*\): move it away .* or restore a backup/,
    ],
  ])('rejects a folder %s and leaves it unchanged', async (_name, files, sentence) => {
    const folder = folderWith(files);
    if (IS_ROOT) for (const name of namesIn(folder)) chownSync(join(folder, name), 65_534, 65_534);
    const before = namesIn(folder);
    const message = await sentenceFor(folder);
    expect(message).toMatch(sentence);
    expect(message.split('\n')).toHaveLength(1);
    expect(namesIn(folder)).toEqual(before);
  });

  it('rejects a file', async () => {
    const file = join(folderWith({ data: '' }), 'data');
    expect(await sentenceFor(file)).toMatch(/^The data folder .* cannot be written \(E\w+\): let /);
  });

  it.skipIf(!IS_ROOT)('rejects, under root, a database that belongs to root', async () => {
    const folder = folderWith({ 'postgres/PG_VERSION': '18\n' });
    expect(await sentenceFor(folder)).toMatch(
      /belongs to another user \(0\) than the one PostgreSQL runs as .* \(chown -R \d+ /,
    );
  });

  it.skipIf(!IS_ROOT)('rejects, as a user, a database that belongs to another user', () => {
    const folder = folderWith({ 'postgres/PG_VERSION': '18\n' });
    chmodSync(folder, 0o777);
    chownSync(join(folder, 'postgres'), 65_534, 65_534);
    expect(printedAs(DAEMON, folder)).toMatch(
      /belongs to another user \(65534\) than the one PostgreSQL runs as \(user 1, 1\): start Busbar as its owner/,
    );
  });

  it.skipIf(!IS_ROOT)('rejects a folder that the user may not write', () => {
    const folder = folderWith({ 'secrets.json': '{}' });
    chmodSync(folder, 0o755);
    expect(printedAs(DAEMON, folder)).toMatch(/cannot be written \(EACCES\): let the user/);
  });

  it.skipIf(!MAY_MOUNT)('rejects a read-only disk', async () => {
    await onMount('size=1m', async (folder) => {
      remountReadOnly(folder);
      expect(await sentenceFor(folder)).toMatch(/cannot be written \(EROFS\): let the user/);
    });
  });

  it.skipIf(!MAY_MOUNT)('rejects a full disk, and leaves nothing on it', async () => {
    await onMount('size=20m,mode=755', async (folder) => {
      expect(await sentenceFor(folder)).toMatch(
        /^The disk of .* is full \(\d+ MiB free, 128 MiB needed\): free some space and start again\.$/,
      );
      expect(namesIn(folder)).toEqual([]);
    });
  });

  it.skipIf(!MAY_MOUNT)(
    'leaves no partial database on a disk that fills up during its creation',
    async () => {
      await onMount('size=300m,nr_inodes=200,mode=755', async (folder) => {
        writeFileSync(join(folder, 'ballast'), '');
        expect(await sentenceFor(folder)).toMatch(/^The disk of .* is full: free some space/);
        expect(namesIn(folder)).toEqual(['ballast']);
      });
    },
  );
});

async function onMount(options: string, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = folderWith({});
  mountMemory(folder, options);
  try {
    await work(folder);
  } finally {
    unmount(folder);
  }
}

/** Returns the output of a start as another system user. */
function printedAs(uid: number, dataDir: string): string {
  const writer = fileURLToPath(new URL('./row-writer.ts', import.meta.url));
  return execFileSync(process.execPath, ['--import', 'tsx', writer, dataDir], {
    uid,
    gid: uid,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], TMPDIR: '/tmp' },
  });
}
