/** Light, dark or system theme; the choice is stored in this browser. */
import { useSyncExternalStore } from 'react';
import { readSetting, writeSetting } from '../lib/stored-setting.ts';

export const THEME_MODES = ['light', 'dark', 'system'] as const;
export type ThemeMode = (typeof THEME_MODES)[number];

const listeners = new Set<() => void>();
const systemDark = matchMedia('(prefers-color-scheme: dark)');
systemDark.addEventListener('change', apply);

export function themeMode(): ThemeMode {
  const stored = readSetting('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function setThemeMode(mode: ThemeMode): void {
  writeSetting('theme', mode === 'system' ? null : mode);
  apply();
}

export function isDark(): boolean {
  const mode = themeMode();
  return mode === 'dark' || (mode === 'system' && systemDark.matches);
}

export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribe, themeMode);
}

/** Returns true while the theme is dark; used by charts and maps. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, isDark);
}

function apply(): void {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
