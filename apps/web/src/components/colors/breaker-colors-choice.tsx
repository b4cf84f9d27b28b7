/** Colour convention for closed and open, stored in this browser. */
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  BREAKER_COLORS,
  type BreakerColors,
  setBreakerColors,
  useBreakerColors,
} from '../../theme/breaker-colors.ts';
import './colors.css';

export function BreakerColorsChoice({ labelId }: { labelId: string }) {
  const { t } = useTranslation('control');
  return (
    <Segmented<BreakerColors>
      size="small"
      aria-labelledby={labelId}
      value={useBreakerColors()}
      onChange={setBreakerColors}
      options={BREAKER_COLORS.map((value) => ({
        value,
        label: (
          <span className="color-choice" data-set={value}>
            {t(`control:colors.${value}`)}
          </span>
        ),
      }))}
    />
  );
}
