/**
 * History rows as JSON, written directly from the text printed by the database: a hundred thousand
 * rows are never in memory as objects, and no number is parsed only to be printed again.
 */
import { offsetMs } from '@busbar/domain/calendar';
import type { ColumnMeans } from '../../areas/telemetry/readings/history-queries.ts';
import type { HistorySlice } from '../../areas/telemetry/readings/history-text-queries.ts';
import { AsciiText, asciiBytes } from './ascii-text.ts';

const DAY_MS = 86_400_000;
const MILLION = 1_000_000;
const COMMA = asciiBytes(',');
const DATE_TIME = asciiBytes('{"dateTime":"');
const TS_AFTER = asciiBytes('","ts":');
const TS = asciiBytes('{"ts":');
const READINGS = asciiBytes(',"readings":');
const COLON = asciiBytes(':');
const SPACE = asciiBytes(' ');
const END = asciiBytes('}');

/** `{"dateTime":…,"ts":…,"<wire name>":…}` per reading, comma-separated, without unknown values. */
export function historyWriter(
  wireNames: readonly string[],
  zone: string,
): (slice: HistorySlice) => Buffer {
  const text = new AsciiText();
  const putLocalTime = localTimeWriter(zone, text);
  const putFields = fieldsWriter(wireNames, text);
  return ({ times, values }) => {
    for (let i = 0; i < times.length; i++) {
      if (i > 0) text.put(COMMA);
      text.put(DATE_TIME);
      putLocalTime(times[i]!);
      text.put(TS_AFTER);
      putEpochMs(text, times[i]!);
      putFields(values, i);
      text.put(END);
    }
    return text.take();
  };
}

/** `{"ts":…,"readings":…,"<wire name>":…}` per time interval of the chart, comma-separated. */
export function meansText(wireNames: readonly string[], means: ColumnMeans): Buffer {
  const { times, values, readings } = means;
  const text = new AsciiText();
  const putFields = fieldsWriter(wireNames, text);
  for (let i = 0; i < times.length; i++) {
    if (i > 0) text.put(COMMA);
    text.put(TS);
    putEpochMs(text, times[i]!);
    text.put(READINGS);
    text.putText(String(readings[i]));
    putFields(values, i);
    text.put(END);
  }
  return text.take();
}

function fieldsWriter(wireNames: readonly string[], text: AsciiText) {
  const keys = wireNames.map((name) => asciiBytes(`,"${name}":`));
  return (values: HistorySlice['values'], row: number): void => {
    for (let i = 0; i < keys.length; i++) {
      const value = values[i]![row]!;
      if (value === '') continue;
      text.put(keys[i]!);
      text.putText(value);
    }
  };
}

/** A timestamp has 13 digits from 2001 to 2286, written as two halves that fit a small integer. */
function putEpochMs(text: AsciiText, ms: number): void {
  const millions = Math.floor(ms / MILLION);
  if (millions < MILLION || millions >= 10 * MILLION) {
    text.putText(String(ms));
  } else {
    text.putDigits(millions, 7);
    text.putDigits(ms - millions * MILLION, 6);
  }
}

/**
 * Like `formatLocal`, for rows in order of time: looking up the zone's offset costs as much as ten
 * rows, so it is done twice per UTC day, and once per row only if the two offsets differ.
 */
function localTimeWriter(zone: string, text: AsciiText): (ms: number) => void {
  let utcDay = Number.NaN;
  let offsetOfDay: number | undefined;
  let localDay = Number.NaN;
  let date = '';
  return (ms) => {
    const day = Math.floor(ms / DAY_MS);
    if (day !== utcDay) {
      utcDay = day;
      const atStart = offsetMs(day * DAY_MS, zone);
      // A zone never changes twice in a day, so equal offsets at both ends mean no change.
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
    text.putText(date);
    text.put(SPACE);
    text.putDigits(Math.floor(minute / 60), 2);
    text.put(COLON);
    text.putDigits(minute % 60, 2);
    text.put(COLON);
    text.putDigits(second % 60, 2);
  };
}
