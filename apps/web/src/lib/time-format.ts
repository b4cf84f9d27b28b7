/** Times as text: always the customer's zone, always `YYYY-MM-DD HH:mm:ss`, always left to right. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** An instant (ms) as wall-clock time of an IANA zone. */
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

/** How long ago, in the words of a language: "12 sec. ago"; the largest unit alone. */
export function formatAge(ageMs: number, tag: string): string {
  const seconds = Math.max(0, Math.round(ageMs / 1000));
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'always', style: 'short' });
  if (seconds < 60) return relative.format(-seconds, 'second');
  if (seconds < 3_600) return relative.format(-Math.floor(seconds / 60), 'minute');
  if (seconds < 86_400) return relative.format(-Math.floor(seconds / 3_600), 'hour');
  return relative.format(-Math.floor(seconds / 86_400), 'day');
}

/** A length of time as `850 ms`, `12.4 s`, `3 min 20 s`, `2 h 5 min` or `3 d 4 h`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1_440) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  const hours = Math.floor(minutes / 60);
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
