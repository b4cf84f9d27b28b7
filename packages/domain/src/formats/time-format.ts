/** Times as text: always in the customer's time zone, as `YYYY-MM-DD HH:mm:ss`, left to right. */

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

const relatives = new Map<string, Intl.RelativeTimeFormat>();

/** Formats elapsed time in the page's language with only the largest unit: "12 sec. ago". */
export function formatAge(ageMs: number, tag: string): string {
  const seconds = Math.max(0, Math.round(ageMs / 1000));
  let relative = relatives.get(tag);
  if (relative === undefined) {
    relative = new Intl.RelativeTimeFormat(tag, { numeric: 'always', style: 'short' });
    relatives.set(tag, relative);
  }
  if (seconds < 60) return relative.format(-seconds, 'second');
  if (seconds < 3_600) return relative.format(-Math.floor(seconds / 60), 'minute');
  if (seconds < 86_400) return relative.format(-Math.floor(seconds / 3_600), 'hour');
  return relative.format(-Math.floor(seconds / 86_400), 'day');
}
