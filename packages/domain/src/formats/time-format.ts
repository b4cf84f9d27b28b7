/** Times as text: always in the customer's time zone, as `YYYY-MM-DD HH:mm:ss`, left to right. */

import { joinUnit } from './number-format.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats an instant (ms) as wall-clock time of an IANA time zone. */
export function formatMoment(instant: number, zone: string): string {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(zone, format);
  }
  const part = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}`;
}

type AgeUnit = 'second' | 'minute' | 'hour' | 'day';

const relatives = new Map<string, Intl.RelativeTimeFormat>();

/** Formats elapsed time in the page's language with only the largest unit: "12 s ago". */
export function formatAge(ageMs: number, tag: string): string {
  const seconds = Math.max(0, Math.round(ageMs / 1000));
  if (seconds < 60) return ago(seconds, 'second', tag);
  if (seconds < 3_600) return ago(Math.floor(seconds / 60), 'minute', tag);
  if (seconds < 86_400) return ago(Math.floor(seconds / 3_600), 'hour', tag);
  return ago(Math.floor(seconds / 86_400), 'day', tag);
}

function ago(value: number, unit: AgeUnit, tag: string): string {
  // Readers of English and Russian do not abbreviate days.
  const style = unit === 'day' && !/^(fr|es)/.test(tag) ? 'long' : 'short';
  const key = `${tag} ${style}`;
  let relative = relatives.get(key);
  if (relative === undefined) {
    relative = new Intl.RelativeTimeFormat(tag, { numeric: 'always', style });
    relatives.set(key, relative);
  }
  return withSymbols(relative.format(-value, unit), tag);
}

/** Units that the language data abbreviates with letters of their own instead of the symbol. */
const SYMBOLS: readonly (readonly [language: string, abbreviation: RegExp, symbol: string])[] = [
  ['en', /\bsec\b\.?/, 's'],
  ['en', /\bmin\./, 'min'],
  ['en', /\bhr\b\.?/, 'h'],
  ['ru', /сек\./, 'с'],
  ['ru', /мин\./, 'мин'],
];

/** Writes number and unit as a duration does, so that both look alike in one row: `12 s`. */
function withSymbols(text: string, tag: string): string {
  const known = SYMBOLS.filter(([language]) => tag.startsWith(language));
  const short = known.reduce((rest, [, from, to]) => rest.replace(from, to), text);
  return joinUnit(short);
}
