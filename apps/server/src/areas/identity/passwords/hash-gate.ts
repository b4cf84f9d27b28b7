/**
 * Password hashing is work an attacker can order for free: at most a few run at once and a short
 * queue waits; whoever comes later is turned away, so that a flood of logins never starves the
 * control of breakers (docs/promises.md T7).
 */
export interface HashGate {
  /** True when the next one would be turned away. */
  isFull(): boolean;
  /**
   * The result of `work`, or undefined when it was turned away. `work` is told whether others wait
   * behind it: then it may be a flood, and gives way to everything else.
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
      // A place is handed on, not given back, so nobody slips in between.
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

/** The gate for what holds a place already: nothing is turned away a second time. */
export const heldPlace = (isCrowded: boolean): HashGate => ({
  isFull: () => false,
  run: (work) => work(isCrowded),
});

/** One for the process: the threads that hash belong to the process too. */
export const hashGate = createHashGate(2, 16);
