import type { Bounds } from '@busbar/domain/configuration/sections';
import { InputNumber } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';

interface NumberFieldProps {
  label: string;
  value: number;
  bounds: Pick<Bounds, 'least' | 'most'>;
  unit?: string;
  onChange: (value: number) => void;
}

export const isWithin = (value: number, { least, most }: NumberFieldProps['bounds']): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/** A whole number with its bounds beside it; an empty field is out of them. */
export function NumberField({ label, value, bounds, unit, onChange }: NumberFieldProps) {
  const { t } = useTranslation('configuration');
  const { tag } = useLanguage();
  const id = useId();
  const format = (number: number) => number.toLocaleString(tag);
  const isWrong = !isWithin(value, bounds);
  return (
    <div className="configuration__field">
      <label htmlFor={id}>{label}</label>
      <InputNumber
        id={id}
        value={Number.isNaN(value) ? null : value}
        {...(unit === undefined ? {} : { suffix: unit })}
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        aria-describedby={`${id}-bounds`}
        onChange={(next) => onChange(next ?? Number.NaN)}
      />
      <span
        id={`${id}-bounds`}
        className={isWrong ? 'configuration__wrong' : 'configuration__hint'}
      >
        {t('configuration:bounds', { least: format(bounds.least), most: format(bounds.most) })}
      </span>
    </div>
  );
}
