/** Choice of the colour convention for closed and open, stored in this browser. */
import { useTranslation } from 'react-i18next';
import {
  BREAKER_COLORS,
  type BreakerColors,
  setBreakerColors,
  useBreakerColors,
} from '../../theme/breaker-colors.ts';

/** Properties of the library's segmented control. */
export function useBreakerColorsChoice() {
  const { t } = useTranslation('control');
  return {
    value: useBreakerColors(),
    onChange: setBreakerColors,
    options: BREAKER_COLORS.map((value: BreakerColors) => ({
      value,
      label: (
        <span className="color-choice" data-set={value}>
          {t(`control:colors.${value}`)}
        </span>
      ),
    })),
  };
}
