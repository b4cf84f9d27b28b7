/** Reading the clock of a DL/T 645-2007 meter: date (04000101) and time (04000102). */
import type { Exchange } from '@busbar/domain/line/expectation';
import type { LineFrame } from '@busbar/domain/line/line-frame';
import {
  type MeterDate,
  meterDate,
  type TimeOfDay,
  timeOfDay,
} from '@busbar/domain/line/meter-clock';
import { readBcd } from '../frame/bcd.ts';
import { readData, valueIn } from './dlt645-exchanges.ts';

const DATE = 0x04000101;
/** Day of the week, day, month, year. */
const DATE_BYTES = 4;
const TIME = 0x04000102;
/** Second, minute, hour. */
const TIME_BYTES = 3;
const CENTURY = 2000;

export const readDate = (address: string): Exchange => readData(address, DATE, DATE_BYTES);

export const readTime = (address: string): Exchange => readData(address, TIME, TIME_BYTES);

/** Decodes the answer to `readDate`; undefined if the meter sent no date. */
export function dateIn(frame: LineFrame): MeterDate | undefined {
  const [day, month, year] = digitPairs(valueIn(frame)).slice(1);
  if (day === undefined || month === undefined || year === undefined) return undefined;
  return meterDate(CENTURY + year, month, day);
}

/** Decodes the answer to `readTime`; undefined if the meter sent no time. */
export function timeIn(frame: LineFrame): TimeOfDay | undefined {
  const [second, minute, hour] = digitPairs(valueIn(frame));
  if (second === undefined || minute === undefined || hour === undefined) return undefined;
  return timeOfDay(hour, minute, second);
}

const digitPairs = (value: Uint8Array): (number | undefined)[] =>
  Array.from(value, (_, at) => readBcd(value, at, 1));
