/** What a card compares with what, as catalogue key and values; the server cut both sides alike. */
export type ComparedWith = 'yesterday' | 'last-month' | 'last-year';

export interface ComparedWords {
  readonly key: 'whole' | 'until-time' | 'until-day';
  readonly until: string;
}

/**
 * `compared_until` is a wall clock of the customer's zone, or null where whole periods were
 * compared. Of a day the time says enough, of a month the day and the time.
 */
export function comparedWords(until: string | null, against: ComparedWith): ComparedWords {
  if (until === null) return { key: 'whole', until: '' };
  const time = until.slice(11, 16);
  return against === 'yesterday'
    ? { key: 'until-time', until: time }
    : { key: 'until-day', until: `${until.slice(5, 10)} ${time}` };
}
