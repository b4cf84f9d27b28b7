import type { Bounds } from '@busbar/domain/configuration/sections';
import { formatCount } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { FormNumber } from '../../../components/forms/form-number.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';

interface BoundedNumberProps {
  label: string;
  value: number;
  bounds: Pick<Bounds, 'least' | 'most'>;
  unit?: string;
  /** A number that names something, such as a port, is not grouped. */
  isNumeral?: boolean;
  onChange: (value: number) => void;
}

export const isWithin = (value: number, { least, most }: BoundedNumberProps['bounds']): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/** An integer field with its bounds; an empty field is out of bounds. */
export function BoundedNumber({
  label,
  value,
  bounds,
  unit,
  isNumeral = false,
  onChange,
}: BoundedNumberProps) {
  const { t } = useTranslation('configuration');
  const { tag } = useLanguage();
  const format = (number: number) => (isNumeral ? String(number) : formatCount(number, tag));
  const text = t('configuration:bounds', {
    least: format(bounds.least),
    most: format(bounds.most),
  });
  return (
    <FormNumber
      label={label}
      help={text}
      problem={isWithin(value, bounds) ? undefined : text}
      controls
      value={value}
      unit={unit}
      onChange={(next) => onChange(next ?? Number.NaN)}
    />
  );
}
