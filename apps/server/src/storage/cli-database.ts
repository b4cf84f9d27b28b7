/** The database of the command line tools, from the same variables as the server's. */
import { resolve } from 'node:path';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.ts';
import { StartError } from './start-error.ts';

/** Opens, works, closes; a StartError is printed as one sentence with exit code 1. */
export async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const report = (details: object, message: string): void => console.error(message, details);
  const { DATABASE_URL, DATA_DIR, UNSAFE_DATABASE } = process.env;
  try {
    const database = await openDatabase({
      ...(DATABASE_URL ? { databaseUrl: DATABASE_URL } : {}),
      dataDir: resolve(DATA_DIR || 'data'),
      unsafeDatabase: UNSAFE_DATABASE === '1',
      log: { info: () => undefined, warn: report, error: report },
    });
    try {
      await work(database);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
