import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { FEE_RANGES, type FeeRange } from '../fees-search.ts';

export interface RangeButtonsProps {
  /** Undefined if another period is shown. */
  readonly value: FeeRange | undefined;
  readonly onChange: (days: FeeRange) => void;
}

/** Buttons for the last 3, 7, 30 or 90 days, including today. */
export function RangeButtons({ value, onChange }: RangeButtonsProps) {
  const { t } = useTranslation('fees');
  return (
    <Segmented<FeeRange | ''>
      aria-label={t('fees:range')}
      value={value ?? ''}
      options={FEE_RANGES.map((days) => ({
        value: days,
        label: t('fees:days', { count: Number(days) }),
      }))}
      onChange={(next) => next !== '' && onChange(next)}
    />
  );
}
