import { useTranslation } from 'react-i18next';
import type { AlarmRow } from '../../../device-kit/alarm.ts';
import { useAlarmTexts } from '../../../device-kit/use-alarm-texts.ts';

/** The cause of a lamp alarm, or the peak value, the limit and the phase; a dash if there is none. */
export function AlarmMeasure({ alarm }: { alarm: AlarmRow }) {
  const { t } = useTranslation('alarms');
  const texts = useAlarmTexts();
  const cause = texts.cause(alarm);
  const value = cause || texts.amount(alarm.peak ?? alarm.value, alarm);
  const limit = texts.amount(alarm.limit, alarm);
  const phase = texts.phase(alarm.phase);
  if (value === undefined && phase === undefined) return '–';
  return (
    <span className="alarm-measure row inline gap-text">
      {value !== undefined && <strong>{value}</strong>}
      {value !== undefined && limit !== undefined && <span>{t('alarms:limit', { limit })}</span>}
      {phase !== undefined && <span>{phase}</span>}
    </span>
  );
}
