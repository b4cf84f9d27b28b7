/**
 * Secrets generated at the first start are passed to the operator in a file that only its owner can
 * read; the database stores their hashes. Values from the environment are never written here.
 */
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../clock.ts';
import { StartError } from '../../../storage/start-error.ts';

export type StoredSecret = 'platformAdminPassword' | 'activationPassword' | 'demoPassword';

export const secretsFileOf = (dataDir: string): string => join(dataDir, 'secrets.json');

// Excludes letters that can be confused with digits or with each other.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Returns groups of five letters, 24 bits each, that can be read out on the telephone. */
export function readableSecret(random: Random, groups: number): string {
  const letters: string[] = [];
  while (letters.length < groups * 5) {
    // Bytes above the last whole multiple of the number of letters are skipped, because they would
    // make some letters more likely.
    for (const byte of random.bytes(32)) {
      if (byte < 256 - (256 % LETTERS.length)) letters.push(LETTERS[byte % LETTERS.length]!);
    }
  }
  return Array.from({ length: groups }, (_, group) =>
    letters.slice(group * 5, group * 5 + 5).join(''),
  ).join('-');
}

/**
 * Returns the secret of that name from the file; generates and writes it there if it is missing.
 * The file is written before the database stores the hash, so a crash in between leaves an unused
 * secret, not the hash of an unknown one.
 */
export function storedSecret(dataDir: string, name: StoredSecret, make: () => string): string {
  const file = secretsFileOf(dataDir);
  const stored = readSecrets(file);
  const known = stored[name];
  if (known !== undefined) return known;
  const secret = make();
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const fresh = `${file}.new`;
    writeFileSync(fresh, `${JSON.stringify({ ...stored, [name]: secret }, null, 2)}\n`, {
      mode: 0o600,
    });
    // A file of that name that existed already would otherwise keep its old permissions.
    chmodSync(fresh, 0o600);
    renameSync(fresh, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`The secrets file ${file} cannot be written (${code}).`, { cause: error });
  }
  return secret;
}

function readSecrets(file: string): Partial<Record<StoredSecret, string>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<StoredSecret, string>>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new StartError(`The secrets file ${file} cannot be read (${code ?? 'not JSON'}).`, {
      cause: error,
    });
  }
}
