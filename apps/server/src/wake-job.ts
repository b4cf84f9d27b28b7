/**
 * Wakes a job in every process that runs it. If called with the transaction that writes the row,
 * the notification is sent at its commit, once for all calls of the transaction. The notification
 * is a hint: the rows are authoritative, and a job that missed it finds them at its next regular
 * run.
 *
 * Commits with a notification wait for each other. For rows that are written many times a second
 * (readings), the bus event `jobs.due` is published after the commit instead (`publishDueJobs`).
 */
import { type AliasedRawBuilder, sql } from 'kysely';
import type { Context } from './context.ts';
import type { Executor } from './storage/database.ts';

export const JOBS_CHANNEL = 'busbar_jobs';

/** Jobs that are woken by code that writes their rows. */
export type WakeableJob =
  | 'alarm-rules'
  | 'audit-seals'
  | 'commands'
  | 'energy'
  | 'group-orders'
  | 'installation-key'
  | 'lamp-checks'
  | 'notifications'
  | 'outbox'
  | 'password-links'
  | 'project-timers'
  | 'report-schedules'
  | 'reports'
  | 'settings'
  | 'simulated-breakers'
  | 'template-steps'
  | 'timer-tables'
  | 'timers'
  | 'towers';

export async function wakeJob(executor: Executor, ...names: WakeableJob[]): Promise<void> {
  for (const name of names) await sql`select ${notification(name)}`.execute(executor);
}

/**
 * Returns the notification as an expression for the `returning` of the statement that writes the
 * row, which saves a round trip.
 */
export function waking(name: WakeableJob): AliasedRawBuilder<unknown, 'woken'> {
  return notification(name).as('woken');
}

export const notification = (name: WakeableJob) => sql`pg_notify(${JOBS_CHANNEL}, ${name})`;

/** Wakes jobs after the commit of rows that are written many times a second. */
export function publishDueJobs({ bus }: Pick<Context, 'bus'>, names: readonly WakeableJob[]): void {
  if (names.length > 0) bus.publish('jobs.due', { names });
}
