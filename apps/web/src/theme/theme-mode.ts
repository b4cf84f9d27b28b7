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

/**
 * Reads the attribute that the style sheets use, never `systemDark.matches`: Chromium does not
 * report a change of a media query to a list whose `matches` was read after the change, so a chart
 * drawn at that moment would keep the rest of the page in the former theme.
 */
export function isDark(): boolean {
  return document.documentElement.dataset.theme === 'dark';
}

export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribe, themeMode);
}

/** Returns true while the theme is dark; used by charts and maps. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, isDark);
}

function apply(): void {
  const mode = themeMode();
  const dark = mode === 'dark' || (mode === 'system' && systemDark.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
