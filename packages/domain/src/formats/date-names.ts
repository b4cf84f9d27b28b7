/**
 * Names of months and days of the week in a language. Days are `YYYY-MM-DD`, without a time zone;
 * as data they are written in that form (`time-format.ts`).
 */

const formats = new Map<string, Intl.DateTimeFormat>();

function nameOf(day: string, tag: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${tag} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
    formats.set(key, format);
  }
  return format.format(Date.parse(day));
}

/** Names the month (1 to 12): January. */
export function monthName(month: number, tag: string): string {
  return nameOf(`2024-${String(month).padStart(2, '0')}-01`, tag, { month: 'long' });
}

/** Names month and year of a day: January 2026. */
export function monthOfYear(day: string, tag: string): string {
  return nameOf(day, tag, { month: 'long', year: 'numeric' });
}

/** Names a day without its year: 5 January. */
export function dayOfMonth(day: string, tag: string): string {
  return nameOf(day, tag, { month: 'long', day: 'numeric' });
}

/** Names the day of the week: Monday, or Mon. */
export function weekdayName(day: string, tag: string, width: 'long' | 'short'): string {
  return nameOf(day, tag, { weekday: width });
}

/** Names all days of the week, Monday first. */
export function weekdayNames(tag: string, width: 'long' | 'short'): string[] {
  // 1 January 2024 was a Monday.
  return [1, 2, 3, 4, 5, 6, 7].map((day) => weekdayName(`2024-01-0${day}`, tag, width));
}

/** Joins texts as a list: Monday, Tuesday and Friday. */
export function formatList(texts: readonly string[], tag: string): string {
  return new Intl.ListFormat(tag, { type: 'conjunction' }).format(texts);
}
