/** A settlement period in a sentence: the month if it is one, otherwise first and last day. */
import { addDays, addMonths, firstOfMonth } from '@busbar/domain/local-date';
import { ltrText } from '../../lib/formats/ltr-text.ts';

export function periodName({ start, end }: { start: string; end: string }, tag: string): string {
  const isMonth = start === firstOfMonth(start) && addDays(end, 1) === addMonths(start, 1);
  if (!isMonth) return ltrText(`${start} – ${end}`);
  const format = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(Date.parse(`${start}T00:00:00Z`));
}
