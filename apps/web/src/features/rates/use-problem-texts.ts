/** Calendar problems in the user's language; their location is evident from where they appear. */

import { clockOfMinute } from '@busbar/domain/formats/clock-of-minute';
import type { CalendarProblem } from '@busbar/domain/tariff/check-calendar';
import { useTranslation } from 'react-i18next';
import { useIsolated } from './use-isolated.ts';

export function useProblemTexts(): (problem: CalendarProblem) => string {
  const { t } = useTranslation('rates');
  const isolated = useIsolated();
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
        return t(`rates:problem.${problem.kind}`, { value: isolated(problem.value) });
      case 'season-gap':
      case 'season-overlap':
        return t(`rates:problem.${problem.kind}`, {
          from: isolated(problem.from),
          to: isolated(problem.to),
        });
      case 'gap':
      case 'overlap':
        return t(`rates:problem.${problem.kind}`, {
          from: isolated(clockOfMinute(problem.from)),
          to: isolated(clockOfMinute(problem.to)),
        });
    }
  };
}
