/** Wall-clock moments as text: `YYYY-MM-DD HH:mm:ss` on the wire, without seconds in most fields. */
import { plainText } from './plain-text.ts';

const MOMENT = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;

/**
 * Reads a typed moment; a day alone is its midnight. Returns undefined if the text is no moment. A
 * text with a zone (`Z`, `+01:00`) is refused, because the field is in the zone of the customer.
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

/** Checks the form of the wire. */
export const isMoment = (text: string) => parseMoment(text, true) === text;

/** The text of a field for a moment of the wire. */
export function fieldMoment(moment: string, hasSeconds: boolean): string {
  return hasSeconds ? moment : moment.slice(0, 16);
}
