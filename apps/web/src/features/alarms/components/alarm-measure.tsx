import { useTranslation } from 'react-i18next';
import type { AlarmRow } from '../alarm.ts';
import { useAlarmWords } from '../use-alarm-words.ts';

/** The furthest that was measured, the limit it passed and the phase; a dash for nothing measured. */
export function AlarmMeasure({ alarm }: { alarm: AlarmRow }) {
  const { t } = useTranslation('alarms');
  const words = useAlarmWords();
  const value = words.amount(alarm.peak ?? alarm.value, alarm.unit);
  const limit = words.amount(alarm.limit, alarm.unit);
  const phase = words.phase(alarm.phase);
  if (value === undefined && phase === undefined) return '–';
  return (
    <span className="alarm-measure">
      {value !== undefined && <strong>{value}</strong>}
      {value !== undefined && limit !== undefined && <span>{t('alarms:limit', { limit })}</span>}
      {phase !== undefined && <span>{phase}</span>}
    </span>
  );
}
