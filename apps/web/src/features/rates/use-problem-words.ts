/** What is wrong with a calendar, in the user's words; the place is where it is shown. */
import type { CalendarProblem } from '@busbar/domain/tariff/check-calendar';
import { useTranslation } from 'react-i18next';
import { clockOf } from './calendar-draft.ts';

export function useProblemWords(): (problem: CalendarProblem) => string {
  const { t } = useTranslation('rates');
  return (problem) => {
    switch (problem.kind) {
      case 'too-many':
        return t(`rates:problem.too-many.${problem.what}`);
      case 'no-season':
      case 'weekend-invalid':
      case 'edge-invalid':
        return t(`rates:problem.${problem.kind}`);
      case 'holiday-invalid':
      case 'season-day-invalid':
        return t(`rates:problem.${problem.kind}`, { value: problem.value });
      case 'season-gap':
      case 'season-overlap':
        return t(`rates:problem.${problem.kind}`, { from: problem.from, to: problem.to });
      case 'gap':
      case 'overlap':
        return t(`rates:problem.${problem.kind}`, {
          from: clockOf(problem.from),
          to: clockOf(problem.to),
        });
    }
  };
}
