/** A settlement period in a sentence: the month if it is one, otherwise first and last day. */

import { monthOfYear } from '@busbar/domain/formats/date-names';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { addDays, addMonths, firstOfMonth } from '@busbar/domain/local-date';

export function periodName({ start, end }: { start: string; end: string }, tag: string): string {
  const isMonth = start === firstOfMonth(start) && addDays(end, 1) === addMonths(start, 1);
  if (!isMonth) return ltrText(`${start} – ${end}`);
  return monthOfYear(start, tag);
}
