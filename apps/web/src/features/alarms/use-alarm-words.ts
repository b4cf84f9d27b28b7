import { isDryContactAlarm } from '@busbar/domain/alarm/dry-contact';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { formatShort, withUnit } from '../../lib/number-format.ts';
import { useDetailWords } from '../projects/use-detail-words.ts';
import { type AlarmRow, alarmTypeOf } from './alarm.ts';

/** Left to right within a sentence of any language. */
const isolated = (text: string) => `\u2066${text}\u2069`;

type Figured = Pick<AlarmRow, 'type' | 'unit'>;

/** Texts and figures of an alarm in the user's language. */
export function useAlarmWords() {
  const { t } = useTranslation('alarms');
  const { language, tag } = useLanguage();
  const detail = useDetailWords();
  return {
    /**
     * The alarm of a dry contact has the contact's name. A type of another version is named by the
     * label it came with, "Chinese:English".
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
    /** The cause of a lamp alarm; empty for other alarms. */
    cause: ({ detail_parts }: Pick<AlarmRow, 'detail_parts'>): string =>
      detail_parts.map(detail).join(t('alarms:finding-join')),
    /** To a tenth, as protections are set, with its unit; undefined where nothing was measured. */
    amount: (value: number | null, { type, unit }: Figured): string | undefined => {
      if (value === null) return undefined;
      const text = formatShort(value, 1, tag);
      if (type === 'lampFault') {
        return detail({ word: 'failed', value: Math.round(value * 10) / 10 });
      }
      return isolated(unit === '' ? text : withUnit(text, unit, tag));
    },
    phase: (phase: string | null): string | undefined =>
      phase === null || phase === '' ? undefined : t('alarms:phase', { phase: isolated(phase) }),
  };
}
