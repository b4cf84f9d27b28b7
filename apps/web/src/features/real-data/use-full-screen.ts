/** The wall on the whole screen, kept awake while it is; where a browser cannot, it says so by `isPossible`. */
import { type RefObject, useEffect, useState } from 'react';

export function useFullScreen(target: RefObject<HTMLElement | null>) {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  useEffect(() => {
    if (!isFull || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const held = await navigator.wakeLock.request('screen');
        if (isOver) await held.release();
        else lock = held;
      } catch {
        // Refused, as on a low battery: the wall is shown all the same.
      }
    };
    void hold();
    // The browser lets go of the lock whenever the page is hidden.
    const seen = () => void hold();
    document.addEventListener('visibilitychange', seen);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', seen);
      void lock?.release();
    };
  }, [isFull]);
  return {
    isFull,
    isPossible: document.fullscreenEnabled === true,
    enter: () => void target.current?.requestFullscreen().catch(() => undefined),
    leave: () => void document.exitFullscreen().catch(() => undefined),
  };
}
