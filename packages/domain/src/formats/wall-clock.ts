/** Wall-clock times as text: `YYYY-MM-DD HH:mm:ss` in the API, without seconds in most fields. */
import { plainText } from './plain-text.ts';

const MOMENT = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;

/**
 * Parses a typed date and time; a date alone means midnight. Returns undefined if the text is
 * invalid. A time zone (`Z`, `+01:00`) makes the text invalid, because the field uses the
 * customer's time zone.
 */
export function parseMoment(text: string, hasSeconds: boolean): string | undefined {
  const match = MOMENT.exec(plainText(text).replace(/^["'(<[]+|[\]"'>).,;]+$/g, ''));
  if (match === null) return undefined;
  const [, year = '', ...rest] = match;
  const [month, day, hour, minute, second] = rest.map((part = '0') => part.padStart(2, '0'));
  const moment = `${year}-${month}-${day} ${hour}:${minute}:${hasSeconds ? second : '00'}`;
  const instant = Date.parse(`${moment.replace(' ', 'T')}Z`);
  const isReal = !Number.isNaN(instant) && Number(second) < 60;
  return isReal && toText(instant) === moment ? moment : undefined;
}

const toText = (instant: number) => new Date(instant).toISOString().slice(0, 19).replace('T', ' ');

/** Returns true if the text has the API format. */
export const isMoment = (text: string) => parseMoment(text, true) === text;

/** Returns the field text of an API timestamp. */
export function fieldMoment(moment: string, hasSeconds: boolean): string {
  return hasSeconds ? moment : moment.slice(0, 16);
}
