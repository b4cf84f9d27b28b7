/** Rate limits of a key: requests per minute, and optionally per day. */
import { KEY_PER_DAY_BOUND } from '@busbar/domain/access/key-limit';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../components/fields/number-field.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { formatCount } from '../../../lib/formats/number-format.ts';
import { type DraftLimits, isMissing } from '../key-draft.ts';

interface LimitFieldsProps {
  value: DraftLimits;
  /** Maximum requests per minute that this installation allows. */
  most: number;
  onChange: (part: Partial<DraftLimits>) => void;
}

export function LimitFields({ value, most, onChange }: LimitFieldsProps) {
  const { t } = useTranslation('api-keys');
  const id = useId();
  const { tag } = useLanguage();
  const isWrong = isMissing(value.perMinute);
  return (
    <>
      <label className="stack gap-4" htmlFor={`${id}-minute`}>
        {t('api-keys:limit.minute')}
        <NumberField
          id={`${id}-minute`}
          label={t('api-keys:limit.minute')}
          min={1}
          max={most}
          precision={0}
          value={value.perMinute}
          status={isWrong ? 'error' : ''}
          aria-required
          aria-invalid={isWrong}
          aria-describedby={`${id}-minute-said`}
          onChange={(perMinute) => onChange({ perMinute })}
        />
        <span id={`${id}-minute-said`} className="hint" data-wrong={isWrong}>
          {t('api-keys:limit.most', { most: formatCount(most, tag) })}
        </span>
      </label>
      <label className="stack gap-4" htmlFor={`${id}-day`}>
        {t('api-keys:limit.day')}
        <NumberField
          id={`${id}-day`}
          label={t('api-keys:limit.day')}
          min={1}
          max={KEY_PER_DAY_BOUND}
          precision={0}
          value={value.perDay}
          placeholder={t('api-keys:limit.none')}
          aria-describedby={`${id}-day-said`}
          onChange={(perDay) => onChange({ perDay })}
        />
        <span id={`${id}-day-said`} className="hint">
          {t('api-keys:limit.about')}
        </span>
      </label>
    </>
  );
}
