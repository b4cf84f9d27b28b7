import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { ALARM_PERIODS, type AlarmPeriod } from '../api/use-alarms.ts';

interface PeriodSwitchProps {
  value: AlarmPeriod;
  onChange: (period: AlarmPeriod) => void;
}

export function PeriodSwitch({ value, onChange }: PeriodSwitchProps) {
  const { t } = useTranslation('alarms');
  return (
    <Segmented
      aria-label={t('alarms:period.label')}
      value={value}
      options={ALARM_PERIODS.map((period) => ({
        value: period,
        label: t(`alarms:period.${period}`),
        title: t(`alarms:period.${period}`),
      }))}
      onChange={onChange}
    />
  );
}
