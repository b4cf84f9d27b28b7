import { useTranslation } from 'react-i18next';
import type { AlarmRow } from '../../../device-kit/alarm.ts';
import { useAlarmTexts } from '../../../device-kit/use-alarm-texts.ts';

/** The cause of a lamp alarm, or the peak value, the limit and the phase; a dash if there is none. */
export function AlarmMeasure({ alarm }: { alarm: AlarmRow }) {
  const { t } = useTranslation('alarms');
  const words = useAlarmTexts();
  const cause = words.cause(alarm);
  const value = cause || words.amount(alarm.peak ?? alarm.value, alarm);
  const limit = words.amount(alarm.limit, alarm);
  const phase = words.phase(alarm.phase);
  if (value === undefined && phase === undefined) return '–';
  return (
    <span className="alarm-measure row inline gap-text">
      {value !== undefined && <strong>{value}</strong>}
      {value !== undefined && limit !== undefined && <span>{t('alarms:limit', { limit })}</span>}
      {phase !== undefined && <span>{phase}</span>}
    </span>
  );
}
