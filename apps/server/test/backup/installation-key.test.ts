/** The key file of an installation, created once by the first start. */
import { chownSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { installationKey } from '../../src/areas/shared/installation/installation-key.ts';
import { runTypeScript } from '../support/programs/child-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROUNDS = 20;
const creator = new URL('./key-creator.ts', import.meta.url);
const sourceOf = (dataDir: string) => ({
  dataDir,
  secretsKey: undefined,
  secretsKeyFile: undefined,
});

it('the key file belongs to the owner of the folder, who alone can read it', () => {
  const dataDir = temporaryFolder();
  if (process.getuid?.() === 0) chownSync(dataDir, 1, 1);
  const key = installationKey(sourceOf(dataDir));
  expect(installationKey(sourceOf(dataDir)).equals(key)).toBe(true);
  expect(readdirSync(dataDir)).toEqual(['secrets.key']);
  const { uid, mode } = statSync(join(dataDir, 'secrets.key'));
  expect(uid).toBe(statSync(dataDir).uid);
  expect(mode & 0o777).toBe(0o600);
});

it('the error for a key file that cannot be written names SECRETS_KEY', () => {
  const dataDir = temporaryFolder();
  symlinkSync(join(dataDir, 'none', 'key'), join(dataDir, 'secrets.key'));
  expect(() => installationKey(sourceOf(dataDir))).toThrow(/cannot be written .+ SECRETS_KEY/);
});

it('the key is the same for two processes that create it at the same time', async () => {
  const folder = temporaryFolder();
  const creators = [1, 2].map((number) =>
    runTypeScript(creator, folder, String(ROUNDS), String(number)),
  );
  const [first, second] = await Promise.all(creators.map((one) => one.nextLine()));
  expect(first!.split(' ')).toHaveLength(ROUNDS);
  expect(second).toBe(first);
}, 60_000);
