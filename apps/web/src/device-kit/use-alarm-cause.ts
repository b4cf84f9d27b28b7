/** Writes the sentence about an alarm. A separate module: the header of every page needs none. */
import type { AlarmFacts } from '@busbar/domain/alarm/alarm-facts';
import { causeText } from '@busbar/domain/alarm/cause/cause-text';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { camelCaseKeys } from '@busbar/domain/key-case';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';
import { useRequiredSession } from '../lib/session/use-session.ts';
import { type AlarmRow, alarmTypeOf } from './alarm.ts';

/** Fields that the sentence about an alarm needs. */
export type CauseRow = Pick<
  AlarmRow,
  'type' | 'value' | 'peak' | 'limit' | 'phase' | 'log_detail' | 'facts' | 'opened_at' | 'ended_at'
>;

/** Returns the sentence in the user's language; an active alarm has lasted until `now`, epoch ms. */
export function useAlarmCause(): (row: CauseRow, now: number) => string {
  const { t } = useTranslation('alarms');
  const { tag } = useLanguage();
  const { zone } = useRequiredSession().user;
  return ({ type, value, peak, limit, phase, ...row }, now) => {
    const alarm = {
      ...{ value, peak, limit, phase },
      type: alarmTypeOf(type) ?? type,
      detail: row.log_detail,
      facts: camelCaseKeys(row.facts) as AlarmFacts,
      openedAt: row.opened_at,
      endedAt: row.ended_at,
    };
    return causeText(alarm, now, {
      tag,
      t: (key, values) => t(`alarms:${key}`, values),
      moment: (at) => formatMoment(at, zone),
      isolate: ltrText,
    });
  };
}
