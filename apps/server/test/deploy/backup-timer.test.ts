/** The shipped timer: a real backup, archives that are retained, and a failed backup. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { TEST_SECRETS_KEY } from '../support/test-context.ts';
import { DEPLOY } from './monitoring-files.ts';

const SHIPPED = fileURLToPath(new URL('backup/', DEPLOY));
const PROGRAM = join(SHIPPED, 'busbar-backup');
const REAL_COMMAND = `${process.execPath} --import tsx ${fileURLToPath(new URL('../../src/backup/backup-cli.ts', import.meta.url))}`;

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd) console.warn('SKIPPED: the units of the backup, systemd-analyze is missing.');

describe('the shipped backup program', () => {
  let folder: string;
  let archives: string;
  let metrics: string;
  beforeEach(() => {
    folder = temporaryFolder();
    archives = join(folder, 'archives');
    metrics = join(folder, 'busbar.prom');
    mkdirSync(archives);
  });

  function backUp(env: Readonly<Record<string, string>>) {
    const { status, stderr } = spawnSync(PROGRAM, {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        BACKUP_DIR: archives,
        BACKUP_METRICS: metrics,
        BACKUP_COMMAND: 'touch',
        ...env,
      },
    });
    return { status, stderr };
  }
  const existing = (...days: readonly string[]) => {
    for (const day of days) writeFileSync(join(archives, `busbar-202601${day}T021500Z.backup`), '');
  };
  const names = () => readdirSync(archives).toSorted();

  it('creates an archive of the database that only its owner can read', async () => {
    const database = await freshDatabase();
    await createTenant(database, { label: 'timer', now: Date.now() });
    const done = backUp({
      BACKUP_COMMAND: REAL_COMMAND,
      DATABASE_URL: database.databaseUrl,
      DATA_DIR: temporaryFolder(),
      SECRETS_KEY: TEST_SECRETS_KEY,
    });
    expect(done).toEqual({ status: 0, stderr: '' });
    expect(names()).toEqual([expect.stringMatching(/^busbar-\d{8}T\d{6}Z\.backup$/)]);
    const listed = execFileSync('tar', ['-tf', join(archives, names()[0]!)], { encoding: 'utf8' });
    expect(listed).toContain('tables/customer/');
    expect(readFileSync(metrics, 'utf8')).toMatch(
      /^busbar_backup_success_timestamp_seconds \d{10}$/m,
    );
  });

  it('deletes the oldest archives beyond the number, and no other file', () => {
    existing('01', '02', '03', '04');
    writeFileSync(join(archives, 'before-upgrade.backup'), '');
    expect(backUp({ BACKUP_KEEP: '3' }).status).toBe(0);
    expect(names()).toEqual([
      'before-upgrade.backup',
      'busbar-20260103T021500Z.backup',
      'busbar-20260104T021500Z.backup',
      expect.stringMatching(/^busbar-(?!202601)/),
    ]);
  });

  it('deletes nothing and reports no success after a failed backup', () => {
    existing('01', '02', '03');
    const before = names();
    expect(backUp({ BACKUP_KEEP: '1', BACKUP_COMMAND: 'false' }).status).toBe(1);
    expect(names()).toEqual(before);
    expect(existsSync(metrics)).toBe(false);
  });

  it.each(['0', '-1', 'all', ''])('refuses %j as the number of archives', (kept) => {
    existing('01', '02');
    const { status, stderr } = backUp({ BACKUP_KEEP: kept === '' ? ' ' : kept });
    expect(status).toBe(2);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(names()).toHaveLength(2);
  });

  it.skipIf(!hasSystemd)('has units that systemd accepts', () => {
    const units = ['busbar-backup.service', 'busbar-backup.timer', 'busbar-backup-failed.service'];
    for (const name of units) {
      const text = readFileSync(join(SHIPPED, name), 'utf8');
      // The program is not installed here.
      writeFileSync(join(folder, name), text.replace('/usr/local/bin/busbar-backup', PROGRAM));
    }
    mkdirSync(join(folder, 'busbar-backup.service.d'));
    const dropIn = readFileSync(join(SHIPPED, 'embedded.conf'), 'utf8');
    writeFileSync(join(folder, 'busbar-backup.service.d', 'embedded.conf'), dropIn);
    const { status, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', ...units.map((name) => join(folder, name))],
      { encoding: 'utf8' },
    );
    // Units of the machine itself may have faults.
    expect(stderr.split('\n').filter((line) => line.includes('busbar'))).toEqual([]);
    expect(status).toBe(0);
  });
});
