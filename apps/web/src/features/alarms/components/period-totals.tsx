/** Counts of alarms and warnings in the period, against the same portion of earlier periods. */

import { formatCount } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { ChangeMark } from '../../../components/states/change-mark.tsx';
import type { AlarmCount } from '../../../device-kit/alarm.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { AlarmPeriod } from '../api/use-alarms.ts';

export function PeriodTotals({ count, period }: { count: AlarmCount; period: AlarmPeriod }) {
  const { t } = useTranslation('alarms');
  const { tag } = useLanguage();
  const { alarm_count, warning_count } = count.count;
  return (
    <dl className="alarm-totals">
      <div>
        <dt>{t('alarms:totals.alarms')}</dt>
        <dd data-kind={alarm_count > 0 ? 'alarm' : 'none'}>{formatCount(alarm_count, tag)}</dd>
        <dd className="alarm-totals__changes">
          <ChangeMark
            change={count.data_mom}
            label={t(`alarms:against.${period}`)}
            explained={t(`alarms:compared.${count.data_mom === null ? 'none' : 'with'}.${period}`)}
          />
          {period === 'month' && (
            <ChangeMark
              change={count.data_yoy}
              label={t('alarms:against.last-year')}
              explained={t(
                `alarms:compared.${count.data_yoy === null ? 'none' : 'with'}.last-year`,
              )}
            />
          )}
        </dd>
      </div>
      <div>
        <dt>{t('alarms:totals.warnings')}</dt>
        <dd data-kind={warning_count > 0 ? 'warning' : 'none'}>
          {formatCount(warning_count, tag)}
        </dd>
      </div>
    </dl>
  );
}
