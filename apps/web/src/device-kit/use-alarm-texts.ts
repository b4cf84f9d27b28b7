import { isDryContactAlarm } from '@busbar/domain/alarm/dry-contact';
import { formatShort, withUnit } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';
import { type AlarmRow, alarmTypeOf } from './alarm.ts';
import { useDetailTexts } from './use-detail-texts.ts';

/** Isolates left-to-right text within a sentence of any language. */
const isolated = (text: string) => `\u2066${text}\u2069`;

type Figured = Pick<AlarmRow, 'type' | 'unit'>;

/** Formats an alarm's texts and numbers in the user's language. */
export function useAlarmTexts() {
  const { t } = useTranslation('alarms');
  const { language, tag } = useLanguage();
  const detail = useDetailTexts();
  return {
    /**
     * A dry contact alarm is named after the contact. A type from another version is named by its
     * label, "Chinese:English".
     */
    type: ({
      type,
      alarm_type,
      log_detail,
    }: Pick<AlarmRow, 'type' | 'alarm_type' | 'log_detail'>): string => {
      if (isDryContactAlarm(type) && log_detail !== '') return log_detail;
      const known = alarmTypeOf(type);
      if (known !== undefined) return t(`alarms:type.${known}`);
      const [chinese, english] = alarm_type.split(':');
      return (language === 'zh' ? chinese : english) || type || t('alarms:type.other');
    },
    /**
     * Formats a value with its unit and one decimal, the resolution of protection settings;
     * undefined if there is no value.
     */
    amount: (value: number | null, { type, unit }: Figured): string | undefined => {
      if (value === null) return undefined;
      const text = formatShort(value, 1, tag);
      if (type === 'lampFault') {
        return detail({ word: 'failed', value: Math.round(value * 10) / 10 });
      }
      return isolated(unit === '' ? text : withUnit(text, unit, tag));
    },
  };
}
