/** Says that an amount contains an estimate; for administrators it opens the days to check. */

import { formatMoment } from '@busbar/domain/formats/time-format';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../config/paths.ts';
import { useMay } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';

interface EstimatedMarkProps {
  /** A day, `YYYY-MM-DD`, or a month, `YYYY-MM`. */
  readonly date: string;
}

export function EstimatedMark({ date }: EstimatedMarkProps) {
  const { t } = useTranslation('dashboard');
  const { zone } = useRequiredSession().user;
  const mayCorrect = useMay('energy.correct');
  const text = t('dashboard:estimated');
  const title = t('dashboard:estimated-why');
  if (!mayCorrect) {
    return (
      <span className="amount-card__mark faint text-tiny plain" title={title}>
        {text}
      </span>
    );
  }
  const search = daysOf(date, formatMoment(Date.now(), zone).slice(0, 10));
  return (
    <Link
      className="amount-card__mark text-tiny plain"
      title={title}
      to={PATHS.energyRepair}
      search={search}
    >
      {text}
    </Link>
  );
}

/** The dashboard does not load the calendar of time zones, which days of a month do not need. */
function daysOf(date: string, today: string): { from: string; to: string } {
  const [year = 0, month = 0, day] = date.split('-').map(Number);
  if (day !== undefined) return { from: date, to: date };
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return { from: `${date}-01`, to: last < today ? last : today };
}
