/** `npm run backup -- FILE [--force]`: backs up the configured database and data folder. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  keyFileOf,
  readFormerKey,
  readInstallationKey,
} from '../areas/shared/installation/installation-key.ts';
import { cliKeySource, cliPlace, inOneSentence, withDatabase } from '../storage/cli-database.ts';
import { checkDataFolder } from '../storage/embedded/check-folder.ts';
import { DATABASE_FOLDER } from '../storage/embedded/data-place.ts';
import { StartError } from '../storage/start-error.ts';
import { VERSION } from '../version.ts';
import { fileAndOptions } from './cli-arguments.ts';
import { finishExchange } from './exchange-folder.ts';
import { makeBackup } from './make-backup.ts';

await inOneSentence(async () => {
  const { file, options } = fileAndOptions('backup', 'FILE [--force]', ['force']);
  const { databaseUrl, dataDir } = cliPlace();
  const source = cliKeySource();
  await finishExchange(dataDir);
  if (databaseUrl === undefined && existsSync(dataDir)) checkDataFolder(dataDir);
  if (databaseUrl === undefined && !existsSync(join(dataDir, DATABASE_FOLDER, 'PG_VERSION'))) {
    throw new StartError(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL.`);
  }
  await withDatabase(async (database) => {
    const began = performance.now();
    const key = readInstallationKey(source);
    const done = await makeBackup({
      database,
      dataDir,
      file,
      app: VERSION,
      overwrite: options.has('force'),
      now: new Date(),
      key,
      formerKey: readFormerKey(source, key),
    });
    const megabytes = (done.bytes / 1e6).toFixed(1);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${file}: ${megabytes} MB in ${seconds} s`);
    console.log(`${done.rows} rows of ${done.tables} tables, ${done.files} files`);
    console.log(`SHA-256 of its contents: ${done.sha256}`);
    if (done.leftOut.length > 0) {
      console.log(`Not of Busbar, so not in it: ${done.leftOut.join(', ')}`);
    }
    if (done.newerMigration !== undefined) {
      console.log(
        `The database is newer than this version: restore the archive with a version that has migration ${done.newerMigration}.`,
      );
    }
    console.log('It holds secrets of devices and people: keep it as safe as the database.');
    if (done.isSigned) {
      const place = source.secretsKey === undefined ? keyFileOf(source) : 'SECRETS_KEY';
      console.log(`The key it was signed with is not in it (${place}): keep a copy elsewhere.`);
    } else {
      console.log(
        'It is not signed, because the database has no key yet: its restore needs --foreign.',
      );
    }
  });
});
