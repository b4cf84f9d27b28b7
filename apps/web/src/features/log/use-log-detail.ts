/** Details of an operation as labelled values in the user's language. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatShort, withUnit } from '@busbar/domain/formats/number-format';
import { isSwitchAction, SWITCH_TABLE } from '@busbar/domain/switch/switch-action';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import type { LogRow } from './api/use-log.ts';
import { useLogTexts } from './use-log-texts.ts';

type LogPart = LogRow['detailParts'][number];

export interface LogDetailSection {
  readonly name: string;
  readonly text: string;
}

/** Text entered by users and devices is shown unchanged; the platform's values are translated. */
export function useLogDetail(): (row: LogRow) => LogDetailSection[] {
  const { t, i18n } = useTranslation(['log', 'control', 'towers', 'errors']);
  const { tag } = useLanguage();
  const texts = useLogTexts();
  const first = (value: string, ...keys: string[]) => {
    const key = keys.find((one) => i18n.exists(one));
    return key === undefined ? value : t(key as 'log:title');
  };
  function textOf({ word, value }: LogPart): string {
    if (word === 'order') return texts.command(value);
    if (word === 'bus') return ltrText(withUnit(formatShort(Number(value), 6, tag), 'V', tag));
    if (word === 'cause') return first(value, `towers:cause.${value}`);
    if (word === 'outcome') {
      return first(value, `control:because.${value}`, `errors:reason.${value}`);
    }
    if ((word === 'before' || word === 'after') && isSwitchAction(value)) {
      const { closed } = SWITCH_TABLE[value];
      const state = t(closed ? 'control:state.closed' : 'control:state.open');
      return `${state}, ${t(`control:cause.${value}`)}`;
    }
    return value;
  }
  return ({ detailParts }) =>
    detailParts.map((part) => ({ name: t(`log:part.${part.word}`), text: textOf(part) }));
}
