/**
 * Breaker colours by the user's chosen convention (docs/design.md 2.2): consumer shows closed green
 * and open grey, utility closed red and open green. The choice is an attribute of the document for
 * CSS.
 */
import { useSyncExternalStore } from 'react';
import { readSetting, writeSetting } from '../lib/stored-setting.ts';

export const BREAKER_COLORS = ['consumer', 'utility'] as const;
export type BreakerColors = (typeof BREAKER_COLORS)[number];

const listeners = new Set<() => void>();

export function breakerColors(): BreakerColors {
  return readSetting('breaker-colors') === 'utility' ? 'utility' : 'consumer';
}

export function setBreakerColors(colors: BreakerColors): void {
  writeSetting('breaker-colors', colors === 'consumer' ? null : colors);
  document.documentElement.dataset.breakerColors = colors;
  for (const listener of [...listeners]) listener();
}

export function useBreakerColors(): BreakerColors {
  return useSyncExternalStore(subscribe, breakerColors);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
