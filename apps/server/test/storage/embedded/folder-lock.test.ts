/** One server at a time opens a data folder (docs/promises.md O6). */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lockAddress, lockFolder } from '../../../src/storage/embedded/folder-lock.ts';
import { StartError } from '../../../src/storage/start-error.ts';
import { runTypeScript } from '../../support/programs/child-process.ts';
import { SOAK_TIMEOUT_MS, size } from '../../support/sizes.ts';

const ROUNDS = size('lockRounds');
const root = mkdtempSync(join(tmpdir(), 'busbar-lock-'));
afterAll(() => rmSync(root, { recursive: true }));
const folder = join(root, 'data');
mkdirSync(folder);
const holder = new URL('./lock-holder.ts', import.meta.url);

describe('the lock on a data folder', () => {
  it(
    'keeps a second process out, and is released as soon as the first is killed',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const owner = runTypeScript(holder, folder);
        const [word, orphan] = (await owner.nextLine()).split(' ');
        expect(word).toBe('locked');
        try {
          // The second process is refused while the owner runs, not after it ended.
          const refused = await lockFolder(folder).catch((error: unknown) => error);
          expect(refused).toBeInstanceOf(StartError);
          expect((refused as Error).message).toContain(`in use by process ${owner.pid}:`);
          await owner.end('SIGKILL');
          // The owner's child still runs, and must not hold the lock of its parent.
          const lock = await lockFolder(folder);
          await lock.release();
        } finally {
          process.kill(Number(orphan), 'SIGKILL');
        }
      }
    },
    SOAK_TIMEOUT_MS,
  );

  it('is not taken from a paused process', async () => {
    const owner = runTypeScript(holder, folder);
    const [, orphan] = (await owner.nextLine()).split(' ');
    owner.signal('SIGSTOP');
    // The second process is refused while the owner is paused: it does not wait for an answer.
    await expect(lockFolder(folder)).rejects.toThrow('in use by another running Busbar process');
    owner.signal('SIGCONT');
    await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${owner.pid}:`);
    await owner.end('SIGKILL');
    process.kill(Number(orphan), 'SIGKILL');
  });

  it('is one lock by whatever path the folder is reached', async () => {
    const link = join(root, 'link');
    symlinkSync(folder, link);
    const lock = await lockFolder(folder);
    await expect(lockFolder(link)).rejects.toThrow(StartError);
    await expect(lockFolder(`${folder}/../data`)).rejects.toThrow(StartError);
    await lock.release();
    await (await lockFolder(link)).release();
  });

  it('does not affect another folder', async () => {
    const other = join(root, 'other');
    mkdirSync(other);
    const locks = await Promise.all([lockFolder(folder), lockFolder(other)]);
    for (const lock of locks) await lock.release();
  });

  it.each([
    ['linux', { path: expect.stringMatching(/^\0busbar-data-\d+-\d+$/) }],
    ['win32', { path: expect.stringMatching(/^\\\\\.\\pipe\\busbar-data-\d+-\d+$/) }],
    ['darwin', { host: '127.0.0.1', port: expect.any(Number) }],
  ] as const)('has one kernel-held address per folder on %s', (platform, address) => {
    expect(lockAddress(folder, platform)).toEqual(address);
    expect(lockAddress(folder, platform)).toEqual(lockAddress(`${folder}/.`, platform));
  });
});
