/**
 * Runs a job when it is woken, at the time it requested, and at a slow regular interval in case a
 * wake-up was lost. A job never runs twice concurrently in one process: a wake-up during a run
 * causes one more run afterwards.
 */
import type { Context } from './context.ts';

/** Epoch ms of a run requested before the regular one; undefined if none is requested. */
// biome-ignore lint/suspicious/noConfusingVoidType: a job that wants no time returns nothing.
type NextRun = number | undefined | void;

export interface JobRun {
  /** The `now` of the last successful run, or of the scheduler's start; epoch ms. */
  readonly since: number;
  /** Epoch ms. */
  readonly now: number;
  /** Aborted when the process stops; a long run then ends at its next opportunity. */
  readonly stop: AbortSignal;
}

export interface Job<C = Context> {
  readonly name: string;
  /** Maximum time between two runs. */
  readonly everyMs: number;
  /** Min time from the start of a run to one caused by a wake-up: several wake-ups are merged. */
  readonly gapMs?: number;
  run(ctx: C, run: JobRun): Promise<NextRun>;
  /** Subscribes to the bus events that wake the job; returns a function that unsubscribes. */
  wokenBy?(ctx: C, wake: () => void): () => void;
}

export interface ScheduledJob {
  wake(): void;
  /** Aborts the current run's signal; resolves when the run has ended. */
  stop(): Promise<void>;
}

/** Retry delay for due work that was not done (locked by another process, or not yet its turn). */
const RETRY_MS = 1_000;

/** Returns the time of the next run for work that is due at `at`, by the process clock. */
export function nextRunAt(
  { clock }: Pick<Context, 'clock'>,
  at: number | null | undefined,
  retryMs = RETRY_MS,
): number | undefined {
  if (at == null) return undefined;
  const now = clock.now();
  return at > now ? at : now + retryMs;
}

/** Runs `work` if it is due according to `readNext`; returns the time of the next run. */
export async function runWhenDue(
  ctx: Pick<Context, 'clock'>,
  readNext: () => Promise<number | null | undefined>,
  work: () => Promise<unknown>,
  retryMs?: number,
): Promise<number | undefined> {
  const at = await readNext();
  if (at == null) return undefined;
  if (at > ctx.clock.now()) return at;
  await work();
  return nextRunAt(ctx, await readNext(), retryMs);
}

/** Returns the time of the next run for work that is due in `ms`, by the database clock. */
export function nextRunIn(
  ctx: Pick<Context, 'clock'>,
  ms: number | null | undefined,
): number | undefined {
  return nextRunAt(ctx, ms == null ? null : ctx.clock.now() + ms);
}

const DEFAULT_GAP_MS = 50;
/** Minimum time between two starts of a job that requests to run again immediately. */
const SHORTEST_MS = 20;
const FIRST_RETRY_MS = 1_000;

/** Starts the first run immediately. */
export function scheduleJob<C extends Pick<Context, 'clock' | 'log'>>(
  ctx: C,
  job: Job<C>,
): ScheduledJob {
  const { clock, log } = ctx;
  const { gapMs = DEFAULT_GAP_MS } = job;
  let since = clock.now();
  let startedAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let running: Promise<void> | undefined;
  let isWoken = false;
  const stopping = new AbortController();
  /** Time of the next run, by the monotonic clock. */
  let plannedAt = Number.POSITIVE_INFINITY;
  let cancel: () => void = () => undefined;

  function plan(at: number): void {
    if (stopping.signal.aborted) return;
    cancel();
    plannedAt = at;
    const delayMs = at - clock.monotonic();
    if (delayMs <= 0) start();
    else cancel = clock.after(delayMs, start);
  }

  function start(): void {
    cancel();
    if (stopping.signal.aborted) return;
    isWoken = false;
    startedAt = clock.monotonic();
    running = run().then((next) => {
      running = undefined;
      plannedAt = next;
      if (isWoken) wake();
      if (running === undefined) plan(plannedAt);
    });
  }

  /** Returns the time of the next run by the monotonic clock. */
  async function run(): Promise<number> {
    const now = clock.now();
    try {
      const next = await job.run(ctx, { since, now, stop: stopping.signal });
      since = now;
      failures = 0;
      const wanted = clock.monotonic() + ((next ?? Number.POSITIVE_INFINITY) - clock.now());
      return Math.min(startedAt + job.everyMs, Math.max(startedAt + SHORTEST_MS, wanted));
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error, job: job.name }, 'a job failed');
      failures += 1;
      // The first retry is soon, because a timer may be due; later ones back off.
      return clock.monotonic() + Math.min(job.everyMs / 6, FIRST_RETRY_MS * 2 ** (failures - 1));
    }
  }

  function wake(): void {
    if (running !== undefined) {
      isWoken = true;
      return;
    }
    const at = startedAt + gapMs;
    if (at < plannedAt) plan(at);
  }

  start();
  return {
    wake,
    async stop() {
      stopping.abort();
      cancel();
      await running;
    },
  };
}
