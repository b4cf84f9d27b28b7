/** In each round, creates the key of a new folder at the same time as the other process. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installationKey } from '../../src/areas/shared/installation/installation-key.ts';

const [folder = '', rounds, number = ''] = process.argv.slice(2);
const keys = Array.from({ length: Number(rounds) }, (_, round) => {
  const ready = join(folder, `ready-${round}`);
  mkdirSync(ready, { recursive: true });
  writeFileSync(join(ready, number), '');
  while (readdirSync(ready).length < 2);
  const dataDir = join(folder, String(round));
  const key = installationKey({ dataDir, secretsKey: undefined, secretsKeyFile: undefined });
  return key.toString('base64');
});
console.log(keys.join(' '));
