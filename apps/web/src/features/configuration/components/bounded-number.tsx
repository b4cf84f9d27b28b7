import type { Bounds } from '@busbar/domain/configuration/sections';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../components/fields/number-field.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { formatCount } from '../../../lib/formats/number-format.ts';

interface BoundedNumberProps {
  label: string;
  value: number;
  bounds: Pick<Bounds, 'least' | 'most'>;
  unit?: string;
  onChange: (value: number) => void;
}

export const isWithin = (value: number, { least, most }: BoundedNumberProps['bounds']): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/** An integer field with its bounds; an empty field is out of bounds. */
export function BoundedNumber({ label, value, bounds, unit, onChange }: BoundedNumberProps) {
  const { t } = useTranslation('configuration');
  const { tag } = useLanguage();
  const id = useId();
  const format = (number: number) => formatCount(number, tag);
  const isWrong = !isWithin(value, bounds);
  return (
    <div className="configuration__field stack gap-4">
      <label htmlFor={id}>{label}</label>
      <NumberField
        id={id}
        label={label}
        value={value}
        unit={unit}
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        aria-describedby={`${id}-bounds`}
        onChange={(next) => onChange(next ?? Number.NaN)}
      />
      <span id={`${id}-bounds`} className={isWrong ? 'bad text-small' : 'hint'}>
        {t('configuration:bounds', { least: format(bounds.least), most: format(bounds.most) })}
      </span>
    </div>
  );
}
