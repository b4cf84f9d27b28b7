/** Months of a preview in the form of the table of changed days. */
import type { Effect } from '../api/use-corrections.ts';
import type { ReadingPreview } from './use-reading-import.ts';

export function effectOfMonths(months: ReadingPreview['months']): Effect {
  const totalOf = (side: 'before' | 'after') => ({
    ept: months.reduce((sum, month) => sum + month[side].ept, 0),
    // Energy without a price has no fee, and neither has a sum that contains it.
    fee: months.reduce<number | null>((sum, { [side]: { fee } }) => {
      return sum === null || fee === null ? null : sum + fee;
    }, 0),
  });
  return {
    days: months.map(({ month, before, after }) => ({ date: month, before, after })),
    before: totalOf('before'),
    after: totalOf('after'),
  };
}
