/** Change of energy or fee against an earlier period, with a description of the comparison. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { useTranslation } from 'react-i18next';
import { ChangeMark } from '../../../components/states/change-mark.tsx';
import { type ComparedWith, comparedTexts } from '../compared.ts';

export interface ChangeNoteProps {
  /** A fraction; null if there is nothing to compare with. */
  readonly change: number | null;
  readonly against: ComparedWith;
  /** `compared_until` of the response. */
  readonly until: string | null;
}

export function ChangeNote({ change, against, until }: ChangeNoteProps) {
  const { t } = useTranslation('dashboard');
  const { key, until: moment } = comparedTexts(until, against);
  const explained =
    change === null
      ? t(`dashboard:compared.none.${against}`)
      : t(`dashboard:compared.${key}.${against}`, {
          until: key === 'until-day' ? ltrText(moment) : moment,
        });
  return (
    <ChangeMark change={change} label={t(`dashboard:against.${against}`)} explained={explained} />
  );
}
