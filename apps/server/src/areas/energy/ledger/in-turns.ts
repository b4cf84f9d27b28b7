import { othersFirst } from '../../../others-first.ts';

/** Work goes on for so long, ms, before others have their turn. */
const TURN_MS = 5;

/**
 * To be awaited between small pieces of long work: others have their turn when 5 ms are over, not
 * sooner, because under load a turn of theirs takes as long.
 */
export function inTurns(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < TURN_MS) return;
    await othersFirst();
    begun = performance.now();
  };
}
