/** The order in which a process renders bills, each of which takes the processor and memory. */
export interface RenderQueue {
  /** Returns true if as many tasks wait as should. `run` accepts further ones nevertheless. */
  isFull(): boolean;
  /** Runs `work` after all earlier tasks. Throws the reason of `signal` if aborted until then. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export function createRenderQueue(maxWaiting: number): RenderQueue {
  let isRunning = false;
  const waiting: (() => void)[] = [];
  return {
    isFull: () => waiting.length >= maxWaiting,
    async run(work, signal) {
      // The turn is passed directly to the next task, so a new task cannot overtake the queue.
      if (isRunning) await new Promise<void>((resolve) => waiting.push(resolve));
      else isRunning = true;
      try {
        signal?.throwIfAborted();
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) isRunning = false;
        else next();
      }
    },
  };
}

export const renderQueue = createRenderQueue(20);
