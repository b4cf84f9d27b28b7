/** The next start completes a restore that was killed while it moved its folder into place. */
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beginRestoring, exchange, finishExchange } from '../../src/backup/exchange-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NOW = new Date(Date.UTC(2026, 10, 20, 4));
const TIME = '20261120T040000Z';

/** Creates a data folder with two former entries and two from the backup; one name is in both. */
function folder(arriving: string): string {
  const dataDir = temporaryFolder();
  for (const [path, text] of [
    ['database/a', 'old'],
    ['secrets.json', 'old'],
    ['tls.pem', 'of the operator'],
    ['keys/busbar.key', 'of the operator'],
    [`${arriving}/database/a`, 'new'],
    [`${arriving}/reports/1.csv`, 'new'],
  ] as const) {
    mkdirSync(join(dataDir, path, '..'), { recursive: true });
    writeFileSync(join(dataDir, path), text);
  }
  return dataDir;
}

function isDone(dataDir: string): void {
  expect(readdirSync(dataDir).sort()).toEqual([
    `before-restore-${TIME}`,
    'database',
    'keys',
    'reports',
    'tls.pem',
  ]);
  expect(readFileSync(join(dataDir, 'database', 'a'), 'utf8')).toBe('new');
  const before = join(dataDir, `before-restore-${TIME}`);
  expect(readdirSync(before).sort()).toEqual(['database', 'secrets.json']);
  expect(readFileSync(join(before, 'database', 'a'), 'utf8')).toBe('old');
}

describe('the folder of a restore', () => {
  it('replaces only files that belong to Busbar', async () => {
    const dataDir = folder('restoring');
    expect(await exchange(dataDir, NOW)).toBe(join(dataDir, `before-restore-${TIME}`));
    isDone(dataDir);
    expect(await finishExchange(dataDir)).toBeUndefined();
  });

  it('replaces the files after a kill before anything was moved', async () => {
    const dataDir = folder(`restored-${TIME}`);
    await finishExchange(dataDir);
    isDone(dataDir);
  });

  it('replaces the files after a kill while the former ones were moved out', async () => {
    const dataDir = folder(`restored-${TIME}`);
    mkdirSync(join(dataDir, `before-restore-${TIME}`));
    renameSync(join(dataDir, 'database'), join(dataDir, `before-restore-${TIME}`, 'database'));
    await finishExchange(dataDir);
    isDone(dataDir);
  });

  it('replaces the files after a kill while the new ones were moved in', async () => {
    const dataDir = folder(`restored-${TIME}`);
    const before = join(dataDir, `before-restore-${TIME}`);
    mkdirSync(before);
    for (const name of ['database', 'secrets.json']) {
      renameSync(join(dataDir, name), join(before, name));
    }
    renameSync(join(dataDir, `restored-${TIME}`), join(dataDir, `arriving-${TIME}`));
    renameSync(join(dataDir, `arriving-${TIME}`, 'database'), join(dataDir, 'database'));
    await finishExchange(dataDir);
    isDone(dataDir);
  });

  it('is discarded by the next restore, and never used, if it was incomplete', async () => {
    const dataDir = folder('restoring');
    await finishExchange(dataDir);
    expect(readFileSync(join(dataDir, 'database', 'a'), 'utf8')).toBe('old');
    expect(readdirSync(await beginRestoring(dataDir))).toEqual([]);
  });
});
