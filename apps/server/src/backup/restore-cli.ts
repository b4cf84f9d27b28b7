/**
 * `npm run restore -- FILE [--replace] [--foreign]`: restores an archive into the configured
 * database and data folder.
 */
import {
  readFormerKey,
  readInstallationKey,
} from '../areas/shared/installation/installation-key.ts';
import { cliKeySource, cliPlace, inOneSentence } from '../storage/cli-database.ts';
import { fileAndOptions } from './cli-arguments.ts';
import { restoreBackup } from './restore-backup.ts';

await inOneSentence(async () => {
  const { file, options } = fileAndOptions('restore', 'FILE [--replace] [--foreign]', [
    'replace',
    'foreign',
  ]);
  const began = performance.now();
  const source = cliKeySource();
  const key = readInstallationKey(source);
  const done = await restoreBackup({
    ...cliPlace(),
    file,
    replace: options.has('replace'),
    foreign: options.has('foreign'),
    key,
    formerKey: readFormerKey(source, key),
    now: new Date(),
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`Restored as of ${done.createdAt} in ${seconds} s`);
  console.log(`${done.rows} rows of ${done.tables} tables, ${done.files} files`);
  if (done.leftOut.length > 0) {
    console.log(`Not of Busbar, so not restored: ${done.leftOut.join(', ')}`);
  }
  if (done.migrated.length > 0) {
    console.log(`Brought to this version by ${done.migrated.join(', ')}`);
  }
  console.log(
    `${done.commands} commands were under way; none is sent again. Everybody signs in anew.`,
  );
  if (done.unreadable !== undefined) console.log(done.unreadable);
  if (done.before !== undefined) {
    console.log(`What was there lies in ${done.before}; remove it when it is not needed.`);
  }
});
