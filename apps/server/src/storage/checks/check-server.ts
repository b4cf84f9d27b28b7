/**
 * Rejects at the start a PostgreSQL that may lose confirmed data (docs/promises.md R3): a reading
 * is acknowledged to its device after the commit, and the device then deletes it.
 */
import { sql } from 'kysely';
import type { Executor } from '../database.ts';
import { StartError } from '../start-error.ts';

export const oldestServer = 15;
export const newestServer = 18;

export interface ServerFacts {
  /** `server_version_num`, such as 150020. */
  readonly version: number;
  readonly fsync: string;
  readonly synchronousCommit: string;
  readonly fullPageWrites: string;
}

/** Returns one sentence for each fault; empty if the server may be used. */
export function serverFaults(facts: ServerFacts): string[] {
  const faults: string[] = [];
  const major = Math.floor(facts.version / 10_000);
  if (major < oldestServer || major > newestServer) {
    faults.push(`PostgreSQL ${major} is not supported: use ${oldestServer} to ${newestServer}.`);
  }
  if (facts.fsync !== 'on') {
    faults.push(
      'The database runs with fsync = off and can lose or ruin stored readings at a power cut: set fsync = on.',
    );
  }
  if (facts.synchronousCommit === 'off') {
    faults.push(
      'The database runs with synchronous_commit = off and confirms readings before they are on disk: set synchronous_commit = on.',
    );
  }
  if (facts.fullPageWrites !== 'on') {
    faults.push(
      'The database runs with full_page_writes = off and can be ruined by a power cut: set full_page_writes = on.',
    );
  }
  return faults;
}

/**
 * Checks the server behind `db`. Returns the warnings that every page must show; throws StartError
 * with the faults unless `unsafe`.
 */
export async function checkServer(db: Executor, unsafe: boolean): Promise<string[]> {
  const { rows } = await sql<ServerFacts>`
    select current_setting('server_version_num')::int as version,
      current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as "synchronousCommit",
      current_setting('full_page_writes') as "fullPageWrites"`.execute(db);
  const faults = rows.flatMap(serverFaults);
  if (faults.length > 0 && !unsafe) {
    throw new StartError(`${faults.join(' ')} (UNSAFE_DATABASE=1 starts all the same.)`);
  }
  return faults;
}
