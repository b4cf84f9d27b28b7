/**
 * History rows as JSON text, written straight from what the database printed: a hundred thousand
 * rows never stand in memory as objects, and no number is parsed only to be printed again.
 */
import { offsetMs } from '@busbar/domain/calendar';
import type { HistoryRow } from '../modules/readings/history-repository.ts';

const DAY_MS = 86_400_000;
const DIGITS = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, '0'));

/** `{"dateTime":…,"ts":…,"<wire name>":…}`; a value that is not known is left out. */
export function historyRowWriter(
  wireNames: readonly string[],
  zone: string,
): (row: HistoryRow) => string {
  const keys = wireNames.map((name) => `,"${name}":`);
  const dateTime = localTimeWriter(zone);
  return ({ ts, values }) => {
    let text = `{"dateTime":"${dateTime(ts)}","ts":${ts}`;
    for (let i = 0; i < keys.length; i++) {
      const value = values[i];
      if (value !== null) text += keys[i]! + value;
    }
    return `${text}}`;
  };
}

/**
 * As `formatLocal`, for rows in the order of time: a question to the zone's rules costs as much as
 * ten rows, so there are two of them a day of UTC, and one a row only where the two differ.
 */
function localTimeWriter(zone: string): (ms: number) => string {
  let utcDay = Number.NaN;
  let offsetOfDay: number | undefined;
  let localDay = Number.NaN;
  let date = '';
  return (ms) => {
    const day = Math.floor(ms / DAY_MS);
    if (day !== utcDay) {
      utcDay = day;
      const atStart = offsetMs(day * DAY_MS, zone);
      // A zone never changes twice in a day, so equal ends mean no change.
      offsetOfDay = atStart === offsetMs((day + 1) * DAY_MS, zone) ? atStart : undefined;
    }
    const local = ms + (offsetOfDay ?? offsetMs(ms, zone));
    const at = Math.floor(local / DAY_MS);
    if (at !== localDay) {
      localDay = at;
      date = new Date(local).toISOString().slice(0, 10);
    }
    const second = Math.floor((local - at * DAY_MS) / 1000);
    const minute = Math.floor(second / 60);
    return `${date} ${DIGITS[Math.floor(minute / 60)]}:${DIGITS[minute % 60]}:${DIGITS[second % 60]}`;
  };
}
