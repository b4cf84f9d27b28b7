/**
 * Key of the installation: 32 random bytes that are in no database and no backup. Keys derived from
 * it sign the backups and encrypt the stored secrets. Processes that share a database share the key
 * too (ADR 35).
 */
import { hkdfSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../../config/config-error.ts';
import { publishFile, syncFolder } from '../../../storage/publish-file.ts';
import { StartError } from '../../../storage/start-error.ts';

const KEY_BYTES = 32;

export interface KeySource {
  readonly dataDir: string;
  /** The key itself, base64; not together with `secretsKeyFile`. */
  readonly secretsKey: string | undefined;
  /** Key file that is used instead of the one in the data folder. */
  readonly secretsKeyFile: string | undefined;
  /** The key that is being replaced, base64. */
  readonly formerSecretsKey?: string | undefined;
}

/** Name of the file in the data folder; never included in a backup and not touched by a restore. */
export const KEY_FILE = 'secrets.key';

export const keyFileOf = ({ dataDir, secretsKeyFile }: KeySource): string =>
  secretsKeyFile ?? join(dataDir, KEY_FILE);

/** Returns undefined if the installation has no key yet. */
export function readInstallationKey(source: KeySource): Buffer | undefined {
  if (source.secretsKey !== undefined) return parsed(source.secretsKey, 'SECRETS_KEY');
  const file = keyFileOf(source);
  try {
    return parsed(readFileSync(file, 'utf8'), file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof ConfigError) throw error;
    if (code === 'ENOENT' && source.secretsKeyFile === undefined) return undefined;
    throw new StartError(`The key file ${file} cannot be read (${code}).`, { cause: error });
  }
}

/**
 * Returns the key that is being replaced, or undefined. Throws ConfigError if there is no other key
 * that replaces it.
 */
export function readFormerKey(source: KeySource, key: Buffer | undefined): Buffer | undefined {
  if (source.formerSecretsKey === undefined) return undefined;
  const former = parsed(source.formerSecretsKey, 'SECRETS_KEY_FORMER');
  if (key === undefined) {
    throw new ConfigError(
      'SECRETS_KEY_FORMER is set without a new key: set SECRETS_KEY or SECRETS_KEY_FILE as well.',
    );
  }
  if (key.equals(former)) {
    throw new ConfigError(
      'SECRETS_KEY and SECRETS_KEY_FORMER are the same key: SECRETS_KEY must be the new one (openssl rand -base64 32).',
    );
  }
  return former;
}

/** Creates the key if the installation has none yet. */
export function installationKey(source: KeySource): Buffer {
  const key = readInstallationKey(source);
  if (key !== undefined) return key;
  const file = keyFileOf(source);
  try {
    mkdirSync(source.dataDir, { recursive: true, mode: 0o700 });
    create(file, source.dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The key file ${file} cannot be written (${code}): make it possible, or set SECRETS_KEY.`,
      { cause: error },
    );
  }
  return readInstallationKey(source)!;
}

/** Writes the file to disk before using the key. If two processes create it, both use the first. */
function create(file: string, folder: string): void {
  const temporary = `${file}.part-${randomBytes(6).toString('hex')}`;
  const opened = openSync(temporary, 'wx', 0o600);
  try {
    try {
      writeFileSync(opened, `${randomBytes(KEY_BYTES).toString('base64url')}\n`);
      chownToOwner(opened, folder);
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    publishFile(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
  syncFolder(folder);
}

/** A start as root must not leave a key that the owner of the data folder cannot read. */
function chownToOwner(opened: number, folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  fchownSync(opened, uid, gid);
}

function parsed(text: string, from: string): Buffer {
  const trimmed = text.trim();
  if (!/^[\w+/-]{43}=?$/.test(trimmed)) {
    throw new ConfigError(
      `${from} must be ${KEY_BYTES} bytes in base64 (openssl rand -base64 32).`,
    );
  }
  return Buffer.from(trimmed, 'base64');
}

export function derivedKey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `busbar ${purpose}`, KEY_BYTES));
}
