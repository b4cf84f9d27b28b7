/** Limit of a run that works in pieces: its time, and the stop of the process. */
import type { Clock } from './clock.ts';

/** Returns a function that returns true when `limitMs` is over or `stop` is aborted. */
export function runLimit(clock: Clock, limitMs: number, stop?: AbortSignal): () => boolean {
  const started = clock.monotonic();
  return () => stop?.aborted === true || clock.monotonic() - started > limitMs;
}
