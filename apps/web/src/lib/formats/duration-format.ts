/** Durations as text, with the language's numbers and units. */
import { formatNumber, formatShort, withUnit } from './number-format.ts';

/** A measured duration: `850 ms`, `12.4 s`, `3 min 20 s`, `2 h 5 min` or `3 d 4 h`. */
export function formatDuration(ms: number, tag: string): string {
  const part = (value: number, unit: string) => withUnit(formatNumber(value, 0, tag), unit, tag);
  if (ms < 1_000) return part(Math.round(ms), 'ms');
  if (ms < 60_000) return withUnit(formatNumber(ms / 1_000, 1, tag), 's', tag);
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${part(Math.floor(seconds / 60), 'min')} ${part(seconds % 60, 's')}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1_440) return `${part(Math.floor(minutes / 60), 'h')} ${part(minutes % 60, 'min')}`;
  const hours = Math.floor(minutes / 60);
  return `${part(Math.floor(hours / 24), 'd')} ${part(hours % 24, 'h')}`;
}

/** A configured duration without needless decimals: `850 ms`, `1.5 s`, `8 min`, `2 min 30 s`. */
export function formatSetDuration(ms: number, tag: string): string {
  const part = (value: number, unit: string) => withUnit(formatShort(value, 2, tag), unit, tag);
  if (ms < 1_000) return part(ms, 'ms');
  if (ms < 60_000) return part(ms / 1_000, 's');
  const seconds = Math.round(ms / 1_000);
  const minutes = part(Math.floor(seconds / 60), 'min');
  return seconds % 60 === 0 ? minutes : `${minutes} ${part(seconds % 60, 's')}`;
}
