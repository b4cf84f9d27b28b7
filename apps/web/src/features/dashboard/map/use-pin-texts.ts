/** Names of the states and loads of pins. */

import { formatPercent } from '@busbar/domain/formats/number-format';
import { FULL_LOAD_PERCENT, HIGH_LOAD_PERCENT } from '@busbar/domain/load/load-percent';
import { MEDIUM_LOAD_PERCENT, type PinLoad, type PinState } from '@busbar/domain/map/pin';
import { useTranslation } from 'react-i18next';

export function usePinTexts() {
  const { t } = useTranslation(['dashboard', 'devices', 'common']);
  return {
    state(state: PinState): string {
      if (state === 'offline') return t('common:presence.offline');
      if (state === 'alarm') return t('dashboard:map.alarm');
      if (state === 'unknown') return t('dashboard:map.no-position');
      return t(`devices:position.${state}`);
    },
  };
}

/** The limits of a band, for example `50–80%`. */
export function loadRange(load: Exclude<PinLoad, 'unknown'>, tag: string): string {
  const percent = (value: number) => formatPercent(value, 0, tag);
  if (load === 'low') return `< ${percent(MEDIUM_LOAD_PERCENT)}`;
  if (load === 'over') return `> ${percent(FULL_LOAD_PERCENT)}`;
  return load === 'medium'
    ? `${percent(MEDIUM_LOAD_PERCENT)} – ${percent(HIGH_LOAD_PERCENT)}`
    : `${percent(HIGH_LOAD_PERCENT)} – ${percent(FULL_LOAD_PERCENT)}`;
}
