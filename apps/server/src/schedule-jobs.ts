/** Schedules jobs; wakes them on notifications, bus events and adjustments of the wall clock. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from './context.ts';
import { type Job, type ScheduledJob, scheduleJob } from './scheduled-job.ts';
import { JOBS_CHANNEL, type WakeableJob } from './wake-job.ts';

/** If the wall clock deviates this much from the monotonic clock, it has been adjusted. */
const CLOCK_STEP_MS = 500;
const CLOCK_CHECK_MS = 1_000;
/**
 * Time limit for the end of running jobs. A job that exceeds it loses its connection, and the next
 * start repeats what its transaction had not committed.
 */
const STOP_LIMIT_MS = 2_000;

/**
 * Schedules the jobs and listens for their wake-ups. All jobs are woken when notifications may have
 * been missed, and when the wall clock was adjusted or the machine suspended, because their times
 * were computed before that.
 */
export async function scheduleJobs(ctx: Context, jobs: readonly Job[]): Promise<ScheduledJobs> {
  const scheduled = new Map<string, ScheduledJob>();
  const wake = (names: readonly string[]) => {
    for (const name of names) scheduled.get(name)?.wake();
  };
  const wakeAll = () => wake([...scheduled.keys()]);
  // Starts to listen before the first runs, so that a row committed after them wakes its job.
  const stopListening = await ctx.database.listen(JOBS_CHANNEL, (name) => {
    if (name === '') wakeAll();
    else wake([name]);
  });
  const unsubscribe = [
    ctx.bus.subscribe('jobs.due', ({ names }) => wake(names)),
    watchClock(ctx, wakeAll),
  ];
  for (const job of jobs) {
    const one = scheduleJob(ctx, job);
    scheduled.set(job.name, one);
    const off = job.wokenBy?.(ctx, one.wake);
    if (off !== undefined) unsubscribe.push(off);
  }
  return {
    wake: (name) => wake([name]),
    async stop() {
      for (const off of unsubscribe) off();
      const ended = Promise.all([...scheduled.values()].map((job) => job.stop()));
      const isLate = await Promise.race([
        ended.then(() => false),
        sleep(STOP_LIMIT_MS, true, { ref: false }),
      ]);
      if (isLate) ctx.log.info('jobs that still run are abandoned');
      // If the connection is lost, listening has already ended.
      await stopListening().catch(() => undefined);
    },
  };
}

/** Listens for the wake-ups of a separately scheduled job; returns a function that stops it. */
export function listenForWakes(
  { database }: Pick<Context, 'database'>,
  name: WakeableJob,
  wake: () => void,
): Promise<() => Promise<void>> {
  return database.listen(JOBS_CHANNEL, (woken) => {
    if (woken === name || woken === '') wake();
  });
}

export interface ScheduledJobs {
  wake(name: string): void;
  stop(): Promise<void>;
}

function watchClock({ clock }: Context, onStep: () => void): () => void {
  let offset = clock.now() - clock.monotonic();
  return clock.every(CLOCK_CHECK_MS, () => {
    const present = clock.now() - clock.monotonic();
    if (Math.abs(present - offset) > CLOCK_STEP_MS) onStep();
    offset = present;
  });
}
