/** Note below the totals of a period without new alarms: nothing to do, or alarms still active. */
import { CheckCircleFilled, WarningFilled } from '@ant-design/icons';
import { formatCount } from '@busbar/domain/formats/number-format';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type AlarmCount, isQuietPeriod } from '../../../device-kit/alarm.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { AlarmPeriod } from '../api/use-alarms.ts';

export function PeriodQuiet({ count, period }: { count: AlarmCount; period: AlarmPeriod }) {
  const { t } = useTranslation('alarms');
  const { tag } = useLanguage();
  const { alarm_count, warning_count, active_count } = count.count;
  if (alarm_count + warning_count > 0) return null;
  if (isQuietPeriod(count)) {
    return (
      <p className="alarm-none line text-title">
        <CheckCircleFilled aria-hidden="true" />
        {t(`alarms:none.${period}`)}
      </p>
    );
  }
  return (
    <p className="alarm-none line text-title" data-active="true">
      <WarningFilled aria-hidden="true" />
      <Link to="/realalarm">
        {t('alarms:totals.active', { number: formatCount(active_count, tag) })}
      </Link>
    </p>
  );
}
