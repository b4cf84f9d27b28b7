/**
 * Secrets made at the first start are told to the operator in a file only its owner can read;
 * the database holds their hashes. What the environment gives is never written here.
 */
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../clock.ts';
import { StartError } from '../../../storage/start-error.ts';

export type KeptSecret = 'platformAdminPassword' | 'activationPassword' | 'demoPassword';

export const secretsFileOf = (dataDir: string): string => join(dataDir, 'secrets.json');

// No letters that are mistaken for digits, or for each other.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Groups of five letters, 24 bits each, that can be read out on a telephone. */
export function readableSecret(random: Random, groups: number): string {
  const letters: string[] = [];
  while (letters.length < groups * 5) {
    // Bytes beyond the last whole multiple would make some letters likelier.
    for (const byte of random.bytes(32)) {
      if (byte < 256 - (256 % LETTERS.length)) letters.push(LETTERS[byte % LETTERS.length]!);
    }
  }
  return Array.from({ length: groups }, (_, group) =>
    letters.slice(group * 5, group * 5 + 5).join(''),
  ).join('-');
}

/**
 * The secret of that name out of the file, made and written there when it is not in it. Written
 * before the database learns its hash: a crash in between leaves a secret nobody uses, not a hash
 * nobody knows.
 */
export function keptSecret(dataDir: string, name: KeptSecret, make: () => string): string {
  const file = secretsFileOf(dataDir);
  const kept = readSecrets(file);
  const known = kept[name];
  if (known !== undefined) return known;
  const secret = make();
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const fresh = `${file}.new`;
    writeFileSync(fresh, `${JSON.stringify({ ...kept, [name]: secret }, null, 2)}\n`, {
      mode: 0o600,
    });
    // An older file of that name would have kept its own rights.
    chmodSync(fresh, 0o600);
    renameSync(fresh, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`The secrets file ${file} cannot be written (${code}).`, { cause: error });
  }
  return secret;
}

function readSecrets(file: string): Partial<Record<KeptSecret, string>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<KeptSecret, string>>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new StartError(`The secrets file ${file} cannot be read (${code ?? 'not JSON'}).`, {
      cause: error,
    });
  }
}
