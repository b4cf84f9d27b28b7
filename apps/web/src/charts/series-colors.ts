/** Colours of lines that are not phases: six that are distinguishable on both light and dark. */
import { useIsDark } from '../theme/theme-mode.ts';

export const MAX_SERIES = 6;

const ON_LIGHT = ['#1668dc', '#b5432a', '#167a41', '#6f37ae', '#8f5500', '#0e7c86'] as const;
const ON_DARK = ['#6cb0ff', '#ff8a80', '#56c98a', '#c3a2f5', '#f2b950', '#5fd0d8'] as const;

export function useSeriesColors(): readonly string[] {
  return useIsDark() ? ON_DARK : ON_LIGHT;
}
