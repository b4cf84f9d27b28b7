/** What a record says in the user's language: its type, and the details with their numbers. */
import { useTranslation } from 'react-i18next';
import { useAlarmWords } from '../alarms/use-alarm-words.ts';
import type { ProjectRecord } from './api/use-project-records.ts';

/** Words of `detail_parts` this version has a sentence for. */
const DETAILS = [
  'failed',
  'under',
  'over',
  'dark',
  'dayBurning',
  'bypassed',
  'noReport',
  'energyLevel',
] as const;

/** What was found of lamps, with its number: lamps, percent or step. */
export function useDetailWords() {
  const { t } = useTranslation('projects');
  return ({ word, value }: ProjectRecord['detail_parts'][number]): string => {
    const known = DETAILS.find((one) => one === word);
    // Percents are told whole, as the alarm has them.
    const count = Math.round(value ?? 0);
    return known === undefined ? word : t(`projects:detail.${known}`, { count });
  };
}

export function useRecordWords() {
  const { t } = useTranslation('projects');
  const { type, amount } = useAlarmWords();
  const part = useDetailWords();
  return {
    type: (record: ProjectRecord) => type({ type: record.type, alarm_type: record.label }),
    detail: ({ detail_parts: parts, log_detail: detail, value, unit }: ProjectRecord): string => {
      if (parts.length > 0) return parts.map(part).join(t('projects:detail-join'));
      return amount(value, unit) ?? detail;
    },
  };
}

/** Name of the lamp group or tower that the device of a record is part of; empty if it has none. */
export const partNameOf = ({ lamp_group_name, tower_name }: ProjectRecord): string =>
  lamp_group_name || tower_name;
