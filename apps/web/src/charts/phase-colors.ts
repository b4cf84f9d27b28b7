/** Phase colours, a choice stored in this browser: product set, or IEC set brown, black, grey. */
import { useSyncExternalStore } from 'react';
import { readSetting, writeSetting } from '../lib/stored-setting.ts';
import { PHASE_COLORS } from '../theme/palette.ts';
import { useIsDark } from '../theme/theme-mode.ts';

export const PHASE_SETS = ['standard', 'iec'] as const;
export type PhaseSet = (typeof PHASE_SETS)[number];
export type PhaseColors = Readonly<Record<'a' | 'b' | 'c', string>>;

/** Black would be invisible on a dark background, so it is drawn white there. */
const IEC_ON_DARK: PhaseColors = { a: '#b9794a', b: '#f2f4f7', c: '#8f9aa6' };

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function phaseSet(): PhaseSet {
  return readSetting('phase-colors') === 'iec' ? 'iec' : 'standard';
}

export function setPhaseSet(set: PhaseSet): void {
  writeSetting('phase-colors', set === 'standard' ? null : set);
  for (const listener of [...listeners]) listener();
}

export const usePhaseSet = (): PhaseSet => useSyncExternalStore(subscribe, phaseSet);

export function usePhaseColors(): PhaseColors {
  const set = usePhaseSet();
  const isDark = useIsDark();
  return set === 'iec' && isDark ? IEC_ON_DARK : PHASE_COLORS[set];
}
