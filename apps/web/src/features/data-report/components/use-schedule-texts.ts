import { weekdayNames } from '@busbar/domain/formats/date-names';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { LAST_DAY } from '@busbar/domain/report/report-schedule';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { Schedule } from '../schedule.ts';
import { draftOf } from '../schedule-draft.ts';

/** Name of a scheduled report in the list and on buttons: content and frequency. */
export function useScheduleTexts(): (schedule: Schedule) => { name: string; when: string } {
  const { t } = useTranslation('reports');
  const { tag } = useLanguage();
  return useCallback(
    (schedule) => {
      const { type, every, day, at } = draftOf(schedule);
      const time = ltrText(at);
      const whenOf = () => {
        if (every === 'day') return t('reports:schedule.rhythm.day', { time });
        if (every === 'week') {
          const weekday = weekdayNames(tag, 'long')[(day ?? 1) - 1] ?? '';
          return t('reports:schedule.rhythm.week', { day: weekday, time });
        }
        return day === LAST_DAY
          ? t('reports:schedule.rhythm.month-end', { time })
          : t('reports:schedule.rhythm.month', { day, time });
      };
      return { name: t(`reports:type.${type}`), when: whenOf() };
    },
    [t, tag],
  );
}
