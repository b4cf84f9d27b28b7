/** Durations as text, with the numbers and units of a language. */
import { formatCount, formatNumber, formatShort, withUnit } from './number-format.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** A measured duration: `850 ms`, `12.4 s`, `3 min 20 s`, `2 h 5 min` or `3 d 4 h`. */
export function formatDuration(ms: number, tag: string): string {
  const part = partsIn(tag);
  if (ms < SECOND_MS) return part(Math.round(ms), 'ms');
  if (ms < MINUTE_MS) return withUnit(formatNumber(ms / SECOND_MS, 1, tag), 's', tag);
  const seconds = Math.round(ms / SECOND_MS);
  if (seconds < 3_600) return `${part(Math.floor(seconds / 60), 'min')} ${part(seconds % 60, 's')}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1_440) return `${part(Math.floor(minutes / 60), 'h')} ${part(minutes % 60, 'min')}`;
  const hours = Math.floor(minutes / 60);
  return `${part(Math.floor(hours / 24), 'd')} ${part(hours % 24, 'h')}`;
}

/** A configured duration without needless decimals: `850 ms`, `1.5 s`, `8 min`, `2 min 30 s`. */
export function formatSetDuration(ms: number, tag: string): string {
  const part = (value: number, unit: string) => withUnit(formatShort(value, 2, tag), unit, tag);
  if (ms < SECOND_MS) return part(ms, 'ms');
  if (ms < MINUTE_MS) return part(ms / SECOND_MS, 's');
  const seconds = Math.round(ms / SECOND_MS);
  const minutes = part(Math.floor(seconds / 60), 'min');
  return seconds % 60 === 0 ? minutes : `${minutes} ${part(seconds % 60, 's')}`;
}

/** How long a state has lasted, rounded down: `12 s`, `90 s`, `17 min`, `2 h 5 min` or `3 d`. */
export function formatLasting(ms: number, tag: string): string {
  const part = partsIn(tag);
  const two = (value: number, unit: string, rest: number, restUnit: string) =>
    rest === 0 ? part(value, unit) : `${part(value, unit)} ${part(rest, restUnit)}`;
  if (ms < 2 * MINUTE_MS) return part(Math.floor(ms / SECOND_MS), 's');
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 60) return part(minutes, 'min');
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return two(hours, 'h', minutes % 60, 'min');
  return two(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

const partsIn = (tag: string) => (value: number, unit: string) =>
  withUnit(formatCount(value, tag), unit, tag);
