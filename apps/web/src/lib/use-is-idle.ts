/** Delays work that is not needed for the first view of a page until the browser is idle. */
import { useEffect, useState } from 'react';
import { trackLoad } from './calls/pending-loads.ts';
import { whenIdle } from './when-idle.ts';

/** The work starts after a second even if the browser is not idle. */
const SOON = { latestMs: 1_000, otherwiseMs: 100 };

/** Returns false until the browser has been idle once since the component was mounted. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (isIdle) return undefined;
    let resolve = () => {};
    // Counted as pending, so that a test does not look at a page whose charts are not drawn.
    void trackLoad(
      new Promise<void>((done) => {
        resolve = done;
      }),
    );
    const cancel = whenIdle(() => setIdle(true), SOON);
    return () => {
      cancel();
      resolve();
    };
  }, [isIdle]);
  return isIdle;
}
