import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { formatShort, withUnit } from '../../lib/number-format.ts';
import { type AlarmRow, alarmTypeOf } from './alarm.ts';

/** Left to right within a sentence of any language. */
const isolated = (text: string) => `\u2066${text}\u2069`;

/** Words and figures of an alarm in the user's language. */
export function useAlarmWords() {
  const { t } = useTranslation('alarms');
  const { language, tag } = useLanguage();
  return {
    /** A type of another version is named by the label it came with, "Chinese:English". */
    type: ({ type, alarm_type }: Pick<AlarmRow, 'type' | 'alarm_type'>): string => {
      const known = alarmTypeOf(type);
      if (known !== undefined) return t(`alarms:type.${known}`);
      const [chinese, english] = alarm_type.split(':');
      return (language === 'zh' ? chinese : english) || type || t('alarms:type.other');
    },
    /** A measured value to a tenth, as protections are set; undefined where nothing was measured. */
    amount: (value: number | null, unit: string): string | undefined => {
      if (value === null) return undefined;
      return isolated(withUnit(formatShort(value, 1, tag), unit, tag));
    },
    phase: (phase: string | null): string | undefined =>
      phase === null || phase === '' ? undefined : t('alarms:phase', { phase: isolated(phase) }),
  };
}
