/**
 * The times at which a job runs: when woken, at the time it requested, after a failure, and never
 * concurrently with itself.
 */
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { runLimit } from '../../src/run-limit.ts';
import { type Job, nextRunAt, scheduleJob } from '../../src/scheduled-job.ts';
import { manualClock } from '../support/manual-clock.ts';

const START = Date.UTC(2026, 10, 20);

type Runs = { readonly at: number; readonly since: number }[];

/** Lets pending promises continue without advancing the clock. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

function scheduled(
  options: Partial<Pick<Job, 'everyMs' | 'gapMs'>> = {},
  work: (run: number, now: number) => Promise<number | undefined> = async () => undefined,
) {
  const clock = manualClock(START);
  const runs: Runs = [];
  const ctx = { clock, log: pino({ level: 'silent' }) };
  const job = scheduleJob(ctx, {
    name: 'test',
    everyMs: 30_000,
    ...options,
    run(_ctx, { since, now }) {
      runs.push({ at: now - START, since: since - START });
      return work(runs.length, now);
    },
  });
  /** Advances the clock in steps. */
  async function pass(ms: number, stepMs = 10): Promise<void> {
    await settle();
    for (let gone = 0; gone < ms; gone += stepMs) {
      clock.advance(Math.min(stepMs, ms - gone));
      await settle();
    }
  }
  return { clock, job, pass, runs, times: () => runs.map(({ at }) => at) };
}

interface Row {
  readonly title: string;
  readonly options?: Partial<Pick<Job, 'everyMs' | 'gapMs'>>;
  /** Times at which the job is woken, in ms after the start. */
  readonly wakes?: readonly number[];
  /** The return value of a run, given its number. */
  readonly next?: (run: number, now: number) => number | undefined;
  readonly passMs: number;
  readonly times: readonly number[];
}

const ROWS: readonly Row[] = [
  { title: 'runs at the start and at its interval', passMs: 60_000, times: [0, 30_000, 60_000] },
  {
    title: 'runs at once when it is woken and counts its interval from there',
    wakes: [10_000],
    passMs: 45_000,
    times: [0, 10_000, 40_000],
  },
  {
    title: 'runs once for several wake-ups within its gap',
    options: { gapMs: 500 },
    wakes: [10_000, 10_010, 10_020, 10_300],
    passMs: 11_500,
    times: [0, 10_000, 10_500],
  },
  {
    title: 'runs at the requested time',
    next: (run, now) => (run === 1 ? now + 1_230 : undefined),
    passMs: 20_000,
    times: [0, 1_230],
  },
  {
    title: 'runs no later than its interval if it requested a later time',
    next: (_run, now) => now + 3_600_000,
    passMs: 60_000,
    times: [0, 30_000, 60_000],
  },
  {
    title: 'runs again at once if it requested a time in the past',
    options: { gapMs: 5_000 },
    next: (run) => (run < 3 ? 0 : undefined),
    passMs: 10_000,
    times: [0, 20, 40],
  },
  {
    title: 'can be woken before the requested time',
    next: (run, now) => (run === 1 ? now + 5_000 : undefined),
    wakes: [2_000],
    passMs: 10_000,
    times: [0, 2_000],
  },
  {
    title: 'runs at the requested time if its gap would delay a wake-up beyond it',
    options: { gapMs: 5_000 },
    next: (run, now) => (run === 1 ? now + 1_000 : undefined),
    wakes: [500],
    passMs: 5_500,
    times: [0, 1_000],
  },
];

describe('a scheduled job', () => {
  it.each(ROWS)('$title', async ({ options, wakes = [], next, passMs, times }) => {
    const made = scheduled(options, async (run, now) => next?.(run, now));
    let gone = 0;
    for (const at of [...wakes, passMs]) {
      await made.pass(at - gone);
      gone = at;
      if (wakes.includes(at)) made.job.wake();
      await settle();
    }
    expect(made.times()).toEqual(times);
    await made.job.stop();
  });

  it('runs once more after a run during which it was woken, never twice at a time', async () => {
    const ends: (() => void)[] = [];
    const { job, pass, times } = scheduled({}, async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      return undefined;
    });
    await pass(1_000);
    for (let i = 0; i < 5; i += 1) job.wake();
    await pass(20_000);
    expect(times()).toEqual([0]);
    ends[0]!();
    await pass(20);
    expect(times()).toEqual([0, 21_000]);
    ends[1]!();
    await pass(20_000);
    expect(times()).toEqual([0, 21_000]);
    await job.stop();
  });

  it('retries soon after a failure, backing off to a sixth of its interval, with the time of the last success', async () => {
    const { job, pass, runs } = scheduled({}, async (run) => {
      if (run > 1 && run < 7) throw new Error('the database is away');
      return undefined;
    });
    await pass(55_000);
    expect(runs).toEqual([
      { at: 0, since: 0 },
      { at: 30_000, since: 0 },
      { at: 31_000, since: 0 },
      { at: 33_000, since: 0 },
      { at: 37_000, since: 0 },
      { at: 42_000, since: 0 },
      { at: 47_000, since: 0 },
    ]);
    await pass(30_000);
    expect(runs.at(-1)).toEqual({ at: 77_000, since: 47_000 });
    await job.stop();
  });

  it('waits for the current run when it is stopped and does not run again', async () => {
    let end: () => void = () => undefined;
    let isStopped = false;
    const { job, pass, times } = scheduled({}, async (_run, now) => {
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return now;
    });
    job.wake();
    const stopping = job.stop().then(() => {
      isStopped = true;
    });
    await pass(60_000);
    expect(isStopped).toBe(false);
    end();
    await stopping;
    job.wake();
    await pass(60_000);
    expect(times()).toEqual([0]);
  });
});

it('a run that works in pieces ends when its job is stopped', async () => {
  const clock = manualClock(START);
  let pieces = 0;
  const job = scheduleJob(
    { clock, log: pino({ level: 'silent' }) },
    {
      name: 'pieces',
      everyMs: 30_000,
      async run(_ctx, { stop }) {
        const isOver = runLimit(clock, 60_000, stop);
        for (; !isOver(); pieces += 1) await settle();
      },
    },
  );
  await settle();
  await job.stop();
  const done = pieces;
  await settle();
  expect(pieces).toBe(done);
});

describe('the time of the next run', () => {
  it.each([
    { title: 'is unset if nothing is planned', at: null, next: undefined },
    { title: 'equals the due time of a later item', at: START + 7, next: START + 7 },
    { title: 'is a second from now for an overdue item', at: START - 60_000, next: START + 1_000 },
  ])('$title', ({ at, next }) => {
    expect(nextRunAt({ clock: manualClock(START) }, at)).toBe(next);
  });
});
