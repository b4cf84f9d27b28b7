/**
 * Limits password hashing, which any anonymous client can trigger: a few hashes run at once, a
 * short queue waits, and further requests are rejected, so that a flood of logins never delays
 * breaker control (docs/promises.md T7).
 */
export interface HashGate {
  /** Returns true if the next task would be rejected. */
  isFull(): boolean;
  /**
   * Returns the result of `work`, or undefined if it was rejected. `isCrowded` is true if others
   * are queued behind the task; since this may be a flood, the task then runs at low priority.
   */
  run<T>(work: (isCrowded: boolean) => Promise<T>): Promise<T | undefined>;
}

export function createHashGate(atOnce: number, queueLength: number): HashGate {
  let running = 0;
  const waiting: (() => void)[] = [];
  const isFull = () => running >= atOnce && waiting.length >= queueLength;
  return {
    isFull,
    async run(work) {
      if (isFull()) return undefined;
      // A slot is passed directly to the next task, so a new task cannot overtake the queue.
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work(waiting.length > 0);
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}

/** A gate for a task that already has a slot and must not be rejected a second time. */
export const reservedPlace = (isCrowded: boolean): HashGate => ({
  isFull: () => false,
  run: (work) => work(isCrowded),
});

/** One gate per process, because the hash threads also belong to the process. */
export const hashGate = createHashGate(2, 16);
