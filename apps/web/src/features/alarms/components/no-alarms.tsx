import { CheckCircleFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { AlarmPeriod } from '../api/use-alarms.ts';

/** A period without alarms, said as the good news it is (part 1, section 8). */
export function NoAlarms({ period }: { period: AlarmPeriod }) {
  const { t } = useTranslation('alarms');
  return (
    <p className="alarm-none">
      <CheckCircleFilled aria-hidden="true" />
      {t(`alarms:none.${period}`)}
    </p>
  );
}
