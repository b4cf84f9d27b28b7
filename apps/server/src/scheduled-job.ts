/**
 * Runs a job when it is woken, at the time it asked for, and at a slow regular interval in case a
 * wake-up was lost. Never twice at a time in one process: a wake-up during a run causes one more
 * run afterwards.
 */
import type { Context } from './context.ts';

/** Epoch ms of the next run that is wanted before the regular one; nothing: none is. */
// biome-ignore lint/suspicious/noConfusingVoidType: a job that wants no time returns nothing.
type NextRun = number | undefined | void;

export interface Job<C = Context> {
  readonly name: string;
  /** Longest time between two runs. */
  readonly everyMs: number;
  /** Shortest time from the start of a run to one that a wake-up causes: several become one. */
  readonly gapMs?: number;
  /** `since`: the `now` of the last run that succeeded, or of the start; epoch ms. */
  run(ctx: C, since: number, now: number): Promise<NextRun>;
  /** Subscribes to the events of the bus that wake it; returns the end of the subscription. */
  wokenBy?(ctx: C, wake: () => void): () => void;
}

export interface ScheduledJob {
  wake(): void;
  /** Resolves when a run under way has ended. */
  stop(): Promise<void>;
}

/** What is due already and was left over (held by another process, out of turn) is retried then. */
const RETRY_MS = 1_000;

/** The time of the next run for what is due at `at`, by the clock of the process. */
export function nextRunAt(
  { clock }: Pick<Context, 'clock'>,
  at: number | null | undefined,
  retryMs = RETRY_MS,
): number | undefined {
  if (at == null) return undefined;
  const now = clock.now();
  return at > now ? at : now + retryMs;
}

/** Does the work when some is due by `readNext`; returns when the next is. */
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

/** The same for what is due in `ms` by another clock, that of the database. */
export function nextRunIn(
  ctx: Pick<Context, 'clock'>,
  ms: number | null | undefined,
): number | undefined {
  return nextRunAt(ctx, ms == null ? null : ctx.clock.now() + ms);
}

const DEFAULT_GAP_MS = 50;
/** A job that wants to run at once, again and again, leaves this much time between two starts. */
const SHORTEST_MS = 20;
const FIRST_RETRY_MS = 1_000;

/** Runs once at the start. */
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
  let isStopped = false;
  /** By the monotonic clock. */
  let plannedAt = Number.POSITIVE_INFINITY;
  let cancel: () => void = () => undefined;

  function plan(at: number): void {
    if (isStopped) return;
    cancel();
    plannedAt = at;
    const delayMs = at - clock.monotonic();
    if (delayMs <= 0) start();
    else cancel = clock.after(delayMs, start);
  }

  function start(): void {
    cancel();
    if (isStopped) return;
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
      const next = await job.run(ctx, since, now);
      since = now;
      failures = 0;
      const wanted = clock.monotonic() + ((next ?? Number.POSITIVE_INFINITY) - clock.now());
      return Math.min(startedAt + job.everyMs, Math.max(startedAt + SHORTEST_MS, wanted));
    } catch (error) {
      log.warn({ err: error, job: job.name }, 'a job failed');
      failures += 1;
      // Soon, because a timer may be due; often enough when the failure lasts.
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
      isStopped = true;
      cancel();
      await running;
    },
  };
}
