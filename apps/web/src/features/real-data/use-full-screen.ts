/** Full-screen mode of the wall with a wake lock; `isPossible` is false without browser support. */
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
        // A refused lock, for example on low battery, does not affect the wall.
      }
    };
    void hold();
    // The browser releases the lock whenever the page is hidden.
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
