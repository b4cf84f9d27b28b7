/** Runs one migration and records it. */
import { CompiledQuery, sql } from 'kysely';
import type { Database, Executor } from '../database.ts';
import { LOST_CONNECTION, reasonOf } from '../database-unavailable.ts';
import { StartError } from '../start-error.ts';
import { CONCURRENT_LOCK, type LockPatience, TABLE_LOCK, withLockRetries } from './lock-retries.ts';
import type { ConcurrentStatement, Migration } from './migration-files.ts';
import { serialized, serializedSession, type WaitOptions } from './migration-lock.ts';
import { raiseOldestProgram, readApplied } from './oldest-program.ts';

interface RunOptions {
  readonly report: (sentence: string) => void;
  readonly signal: AbortSignal | undefined;
  /** Overrides how long a migration waits for locks, for tests. */
  readonly patience: LockPatience | undefined;
}

/** Returns false if another process has already run it. Throws StartError if it fails. */
export async function runMissing(
  database: Database,
  migration: Migration,
  options: RunOptions,
): Promise<boolean> {
  const { name, concurrently } = migration;
  const { patience = concurrently ? CONCURRENT_LOCK : TABLE_LOCK } = options;
  const outcome = concurrently?.creates
    ? `may have left the incomplete index ${concurrently.index}, which the next start replaces`
    : 'changed nothing';
  const run = concurrently === undefined ? runLocked : runOutside;
  try {
    return await withLockRetries(database, { ...options, name, outcome, patience }, (watch) =>
      run(database, migration, { ...options, patience, watch }),
    );
  } catch (error) {
    if (isFault(error)) throw failed(name, error);
    if (reasonOf(error) !== LOST_CONNECTION) throw error;
    throw new StartError(
      `Migration ${name} ${outcome}: the database ${LOST_CONNECTION}. Its log names the cause, which may be a full disk; start again when that is corrected.`,
      { cause: error },
    );
  }
}

interface Attempt extends WaitOptions {
  readonly patience: LockPatience;
  readonly watch: (session: Executor) => Promise<void>;
}

function runLocked(
  database: Database,
  migration: Migration,
  { patience, watch, ...wait }: Attempt,
): Promise<boolean> {
  return serialized(
    database,
    async (trx) => {
      if (await isApplied(trx, migration)) return false;
      await watch(trx);
      await sql`set local lock_timeout = ${sql.lit(patience.timeoutMs)}`.execute(trx);
      await runMigration(trx, migration);
      return true;
    },
    wait,
  );
}

/**
 * Runs in the caller's transaction, which holds `LOCKS.migrations`. A new table gets its row-level
 * security policies immediately.
 */
export async function runMigration(trx: Executor, migration: Migration): Promise<void> {
  const { concurrently, text } = migration;
  const statement = concurrently?.text.replace(/ concurrently /i, ' ');
  await trx.executeQuery(CompiledQuery.raw(statement ?? text));
  await record(trx, migration);
}

async function record(trx: Executor, migration: Migration): Promise<void> {
  await sql`do $$ begin
    if to_regproc('public.raise_walls') is not null then perform public.raise_walls(); end if;
  end $$`.execute(trx);
  await raiseOldestProgram(trx, migration);
  await sql`insert into schema_migration (number, name, checksum)
    values (${migration.number}, ${migration.name}, ${migration.checksum})`.execute(trx);
}

/** The session's lock stays until the migration is recorded. */
function runOutside(
  database: Database,
  migration: Migration,
  { patience, watch, ...wait }: Attempt,
): Promise<boolean> {
  const statement = migration.concurrently!;
  return serializedSession(
    database,
    async (session) => {
      if (await isApplied(session, migration)) return false;
      await watch(session);
      await sql`set statement_timeout = 0`.execute(session);
      await sql`set lock_timeout = ${sql.lit(patience.timeoutMs)}`.execute(session);
      try {
        await runConcurrently(session, statement);
        await session.transaction().execute((trx) => record(trx, migration));
      } finally {
        for (const setting of ['statement_timeout', 'lock_timeout']) {
          await sql`reset ${sql.raw(setting)}`.execute(session).catch(() => undefined);
        }
      }
      return true;
    },
    wait,
  );
}

/**
 * A creation that fails or is interrupted leaves an invalid index, which slows down writes and, if
 * it is unique, rejects rows.
 */
async function runConcurrently(session: Executor, statement: ConcurrentStatement): Promise<void> {
  const { text, index, creates } = statement;
  const state = creates ? await indexState(session, index) : 'absent';
  if (state === 'valid') return;
  if (state === 'invalid') await dropIndex(session, index);
  try {
    await session.executeQuery(CompiledQuery.raw(text));
  } catch (error) {
    if (creates && (await indexState(session, index)) === 'invalid') {
      // A transaction that the creation waited for also keeps the index from being dropped: the
      // error is then that of a lock, and the next attempt drops the index.
      await dropIndex(session, index);
    }
    throw error;
  }
}

async function indexState(
  session: Executor,
  name: string,
): Promise<'absent' | 'invalid' | 'valid'> {
  const { rows } = await sql<{ isValid: boolean }>`select indisvalid as "isValid" from pg_index
    where indexrelid = to_regclass(${name})`.execute(session);
  if (rows[0] === undefined) return 'absent';
  return rows[0].isValid ? 'valid' : 'invalid';
}

const dropIndex = (session: Executor, name: string) =>
  session.executeQuery(CompiledQuery.raw(`drop index concurrently if exists ${name}`));

async function isApplied(executor: Executor, { number }: Migration): Promise<boolean> {
  return (await readApplied(executor)).some((applied) => applied.number === number);
}

/** True for an error of the statement itself; a lost connection and an aborted start are no fault. */
function isFault(error: unknown): error is Error & { code: string } {
  const { severity, code = '' } = error as { severity?: string; code?: string };
  return severity !== undefined && !/^(?:08|57P)/.test(code);
}

const failed = (name: string, error: Error): StartError =>
  new StartError(
    `Migration ${name} failed and changed nothing: ${error.message}. Processes that run continue; start the former version again, or correct the cause.`,
    { cause: error },
  );
