/** Rate limits of a key: requests per minute, and optionally per day. */

import { KEY_PER_DAY_BOUND } from '@busbar/domain/access/key-limit';
import { formatCount } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { FormNumber } from '../../../components/forms/form-number.tsx';
import type { FormState } from '../../../components/forms/form-state.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { type DraftLimits, isMissing } from '../key-draft.ts';

interface LimitFieldsProps<T extends DraftLimits> {
  form: FormState<T>;
  /** Maximum requests per minute that this installation allows. */
  most: number;
}

export function LimitFields<T extends DraftLimits>({ form, most }: LimitFieldsProps<T>) {
  const { t } = useTranslation('api-keys');
  const { tag } = useLanguage();
  const bound = t('api-keys:limit.most', { most: formatCount(most, tag) });
  return (
    <>
      <FormNumber
        label={t('api-keys:limit.minute')}
        help={bound}
        isRequired
        min={1}
        max={most}
        precision={0}
        {...form.field('perMinute')}
        problem={isMissing(form.values.perMinute) ? bound : undefined}
      />
      <FormNumber
        label={t('api-keys:limit.day')}
        help={t('api-keys:limit.about')}
        min={1}
        max={KEY_PER_DAY_BOUND}
        precision={0}
        placeholder={t('api-keys:limit.none')}
        {...form.field('perDay')}
      />
    </>
  );
}
