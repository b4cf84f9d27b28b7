/**
 * Colours of the tariff bands, the same in every chart and table: expensive bands are warm, cheap
 * bands are cool. The stack order follows the price, so the bands can be distinguished without
 * colour.
 */
import type { TariffBand } from '@busbar/domain/tariff/band';
import { useIsDark } from '../../theme/theme-mode.ts';

type BandColors = Readonly<Record<TariffBand, string>>;

const ON_LIGHT: BandColors = {
  sharp: '#b5432a',
  peak: '#e3a03c',
  offPeak: '#7fb0e6',
  valley: '#2c5a94',
};
const ON_DARK: BandColors = {
  sharp: '#e2705a',
  peak: '#e9b45c',
  offPeak: '#8fbdf0',
  valley: '#4a7dbd',
};

export function useBandColors(): BandColors {
  return useIsDark() ? ON_DARK : ON_LIGHT;
}
