/** A comparison as translation key and values; the server cuts both periods at the same point. */
export type ComparedWith = 'yesterday' | 'last-month' | 'last-year';

export interface ComparedTexts {
  readonly key: 'whole' | 'until-time' | 'until-day';
  readonly until: string;
}

/**
 * `compared_until` is a wall clock in the customer's time zone, or null if whole periods were
 * compared. For a day only the time is displayed, for a month the day and the time.
 */
export function comparedTexts(until: string | null, against: ComparedWith): ComparedTexts {
  if (until === null) return { key: 'whole', until: '' };
  const time = until.slice(11, 16);
  return against === 'yesterday'
    ? { key: 'until-time', until: time }
    : { key: 'until-day', until: `${until.slice(5, 10)} ${time}` };
}
