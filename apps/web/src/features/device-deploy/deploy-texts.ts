/** Describes a change of a copy in the user's language. */

import { weekdayNames } from '@busbar/domain/formats/date-names';
import { languageTag } from '@busbar/domain/formats/language-tags';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../lib/calls/call-types.ts';
import { DAY_BITS, daySetOf } from '../timers/week-days.ts';
import { useFieldTexts } from './protection-texts.ts';

export type PlannedPart = Answer<'v2.device-deploy.preview'>['data']['parts'][number];
type DeployChange = PlannedPart['changes'][number];

interface ChangeTexts {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

const NONE = '–';

export function useChangeTexts(): (part: string, change: DeployChange) => ChangeTexts {
  const { t, i18n } = useTranslation(['device-deploy', 'protection', 'control']);
  const fieldOf = useFieldTexts();
  const timer = (value: string | null) => {
    const [days = '', time = '', order = '', on] = (value ?? '').split(' ');
    if (value === null) return NONE;
    const mask = Number(days);
    const set = daySetOf(mask);
    const names = weekdayNames(languageTag(i18n.language), 'short').filter(
      (_, i) => mask & DAY_BITS[i]!,
    );
    const when = set === undefined ? names.join(' ') : t(`device-deploy:days.${set}`);
    const what = t(`control:order.${order}`);
    return `${when} ${time} ${what}${on === 'off' ? ` (${t('device-deploy:timer-off')})` : ''}`;
  };
  return (part, { what, before, after }) => {
    if (part === 'timers') {
      return { what: t('device-deploy:timer'), before: timer(before), after: timer(after) };
    }
    if (part === 'protections') {
      const [set = '', ...wire] = what.split('.');
      const { name, text } = fieldOf(set, wire.join('.'));
      const value = (raw: string | null) => (raw === null ? NONE : text(raw));
      return {
        what: `${t(`protection:tab.${set}`, set)} · ${name}`,
        before: value(before),
        after: value(after),
      };
    }
    return {
      what: t(`device-deploy:value.${what}`),
      before: before ?? NONE,
      after: after ?? NONE,
    };
  };
}
