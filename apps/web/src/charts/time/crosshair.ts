/** The instant under the crosshair, shared by the panels of a chart without re-rendering them. */
import { useSyncExternalStore } from 'react';

export interface Crosshair {
  get: () => number | null;
  set: (ms: number | null) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createCrosshair(): Crosshair {
  let at: number | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => at,
    set: (ms) => {
      if (ms === at) return;
      at = ms;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useCrosshair = (crosshair: Crosshair): number | null =>
  useSyncExternalStore(crosshair.subscribe, crosshair.get);

/** Index of the time nearest to `ms`, or -1 if `times` is empty. `times` must be ascending. */
export function nearestIndex(times: readonly number[], ms: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < ms) low = middle + 1;
    else high = middle;
  }
  if (low > 0 && ms - times[low - 1]! < times[low]! - ms) return low - 1;
  return times.length === 0 ? -1 : low;
}
