/** A clock that advances only when a test advances it; timers fire in order on the way. */
import type { Clock } from '../../src/clock.ts';

/** Initial time of most tests; every test database has the partitions around it. */
export const TEST_NOW = Date.UTC(2026, 10, 20, 4, 0, 0);

interface Timer {
  due: number;
  readonly intervalMs: number | undefined;
  readonly work: () => void;
}

export interface ManualClock extends Clock {
  /** Advances time by `ms`, running every timer that becomes due. */
  advance(ms: number): void;
  /** The number of active timers. */
  readonly waiting: number;
  /** Sets the wall clock without moving the monotonic one, like an operator or NTP would. */
  stepTo(wallMs: number): void;
}

export function manualClock(startMs: number): ManualClock {
  let elapsed = 0;
  let offset = startMs;
  const timers = new Set<Timer>();
  const add = (timer: Timer) => {
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  return {
    standsStill: true,
    now: () => offset + elapsed,
    monotonic: () => elapsed,
    every: (intervalMs, work) => add({ due: elapsed + intervalMs, intervalMs, work }),
    after: (delayMs, work) => add({ due: elapsed + delayMs, intervalMs: undefined, work }),
    advance(ms) {
      const end = elapsed + ms;
      for (;;) {
        const next = [...timers].filter((t) => t.due <= end).sort((a, b) => a.due - b.due)[0];
        if (next === undefined) break;
        elapsed = Math.max(elapsed, next.due);
        if (next.intervalMs === undefined) timers.delete(next);
        else next.due += next.intervalMs;
        next.work();
      }
      elapsed = end;
    },
    get waiting() {
      return timers.size;
    },
    stepTo(wallMs) {
      offset = wallMs - elapsed;
    },
  };
}
