import { yieldToEventLoop } from '../../../yield-to-event-loop.ts';

/** Milliseconds of work before yielding to the event loop. */
const SLICE_MS = 5;

/**
 * Returns a function to await between small pieces of long work. It yields to the event loop only
 * after 5 ms of work, because under load the other tasks take as long per event loop cycle.
 */
export function inSlices(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < SLICE_MS) return;
    await yieldToEventLoop();
    begun = performance.now();
  };
}
