/**
 * Compares this machine's clock with that of the database and corrects the clock of the process.
 * Without it, two processes on machines with different clocks would store the same reading in
 * different hours, and disagree on the end of a session (docs/adr/0084).
 */
import { sql } from 'kysely';
import type { DatabaseClock } from '../clock.ts';
import { within } from './connection/within.ts';
import type { Executor, StorageLog } from './database.ts';
import type { Warnings } from './warnings.ts';

export const CLOCK_CHECK_INTERVAL_MS = 10_000;
const LIMIT_MS = 5_000;
/** A smaller change of the difference is not followed: synchronized machines keep their own time. */
const TOLERANCE_MS = 1_000;
/** A smaller difference is corrected without a warning. */
const MAX_DIFFERENCE_S = 5;

export interface ClockWatchOptions {
  readonly db: Executor;
  readonly warnings: Warnings;
  readonly clock: DatabaseClock;
  readonly log: StorageLog;
}

/** Resolves after the first comparison; the returned function ends the others. */
export async function watchClock(options: ClockWatchOptions): Promise<() => void> {
  const { db, warnings, clock, log } = options;
  let isChecking = false;
  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      const began = clock.monotonic();
      const databaseMs = await within(LIMIT_MS, readTime(db));
      const halfMs = (clock.monotonic() - began) / 2;
      const machineMs = clock.now() - clock.correctionMs;
      const correctionMs = Math.round(databaseMs + halfMs - machineMs);
      if (Math.abs(correctionMs - clock.correctionMs) <= TOLERANCE_MS + halfMs) return;
      clock.correctionMs = correctionMs;
      const sentence = clockFault(correctionMs);
      warnings.set('clock', sentence);
      if (sentence === undefined) log.info({ correctionMs }, 'the clock follows the database');
      else log.warn({ correctionMs }, sentence);
    } catch (error) {
      // A database that does not respond is reported by every other statement.
      log.warn({ err: error }, 'the clock could not be compared with that of the database');
    } finally {
      isChecking = false;
    }
  }
  await check();
  return clock.every(CLOCK_CHECK_INTERVAL_MS, () => void check());
}

/** Returns the sentence for the log and `/health/ready`; undefined for a small correction. */
export function clockFault(correctionMs: number): string | undefined {
  const seconds = Math.round(Math.abs(correctionMs) / 1000);
  if (seconds <= MAX_DIFFERENCE_S) return undefined;
  const side = correctionMs < 0 ? 'ahead of' : 'behind';
  return `The clock of a machine that runs Busbar is ${seconds} s ${side} that of the database, which Busbar uses: correct whichever is wrong.`;
}

async function readTime(db: Executor): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  return rows[0]!.ms;
}
