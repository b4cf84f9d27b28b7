import { yieldToEventLoop } from '../../../yield-to-event-loop.ts';

/** Milliseconds of work before yielding to the event loop. */
const TURN_MS = 5;

/**
 * Returns a function to await between small pieces of long work. It yields to the event loop after
 * 5 ms, not sooner, because under load other tasks take as long per cycle.
 */
export function inTurns(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < TURN_MS) return;
    await yieldToEventLoop();
    begun = performance.now();
  };
}
