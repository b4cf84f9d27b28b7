import { useEffect, useState } from 'react';

/** Returns the current time in ms, updated every `stepMs`; not updated if null. */
export function useNow(stepMs: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (stepMs === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, [stepMs]);
  return now;
}

/** Returns the whole seconds until an instant, never negative; 0 without one. */
export function useSecondsUntil(moment: number | null): number {
  const now = useNow(moment === null ? null : 250);
  return moment === null ? 0 : Math.max(0, Math.ceil((moment - now) / 1000));
}
