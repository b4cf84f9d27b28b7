/** The database of the command line tools, configured by the same variables as the server. */
import { resolve } from 'node:path';
import { ConfigError } from '../config/config-error.ts';
import { withSecretFiles } from '../config/secret-files.ts';
import type { Database, StorageLog } from './database.ts';
import { openDatabase } from './open-database.ts';
import { StartError } from './start-error.ts';

export interface CliPlace {
  /** Bypasses a connection pooler: the tools work as the owner, in long transactions. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly unsafeDatabase: boolean;
  readonly log: StorageLog;
}

/** Source of the installation's keys. */
export function cliKeySource() {
  const { SECRETS_KEY, SECRETS_KEY_FILE } = process.env;
  return {
    dataDir: cliPlace().dataDir,
    secretsKey: SECRETS_KEY || undefined,
    secretsKeyFile: SECRETS_KEY_FILE ? resolve(SECRETS_KEY_FILE) : undefined,
    formerSecretsKey: withSecretFiles(process.env)['SECRETS_KEY_FORMER']?.trim() || undefined,
  };
}

export function cliPlace(): CliPlace {
  const report = (details: object, message: string): void => console.error(message, details);
  const { DATABASE_DIRECT_URL, DATABASE_URL, DATA_DIR, UNSAFE_DATABASE } = withSecretFiles(
    process.env,
  );
  return {
    databaseUrl: DATABASE_DIRECT_URL || DATABASE_URL || undefined,
    dataDir: resolve(DATA_DIR || 'data'),
    unsafeDatabase: UNSAFE_DATABASE === '1',
    log: { info: () => undefined, warn: report, error: report },
  };
}

/** Opens the database for `work` and closes it; reports errors as `inOneSentence` does. */
export async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  await inOneSentence(async () => {
    const { databaseUrl, ...place } = cliPlace();
    const database = await openDatabase({ ...(databaseUrl ? { databaseUrl } : {}), ...place });
    try {
      await work(database);
    } finally {
      await database.close();
    }
  });
}

/**
 * Prints an error as one sentence with exit code 1; with its stack trace if LOG_LEVEL=debug and the
 * operator cannot correct it.
 */
export async function inOneSentence(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isExpected = error instanceof StartError || error instanceof ConfigError;
    if (process.env['LOG_LEVEL'] === 'debug' && !isExpected) throw error;
    const { message } = error as Error;
    console.error(isExpected ? message : `The command failed: ${message}`);
    process.exitCode = 1;
  }
}
