/** Energy table (docs/specification/readings.md 3.2): total, consumed, released, each by band. */

import type { EnergyRegisterField, EnergyRegisters } from '@busbar/domain/device/measurement';
import { percentShares } from '@busbar/domain/percent-shares';
import { TARIFF_BANDS, type TariffBand } from '@busbar/domain/tariff/band';

export const ENERGY_KINDS = ['active', 'reactive'] as const;
export type EnergyKind = (typeof ENERGY_KINDS)[number];
export const ENERGY_FLOWS = ['Total', 'Import', 'Export'] as const;
export type EnergyFlow = (typeof ENERGY_FLOWS)[number];

const SUFFIX: Readonly<Record<TariffBand, string>> = {
  sharp: 'Sharp',
  peak: 'Peak',
  offPeak: 'OffPeak',
  valley: 'Valley',
};

export interface EnergyRow {
  readonly flow: EnergyFlow;
  readonly total: number | undefined;
  readonly bands: Readonly<Record<TariffBand, number | undefined>>;
  /** Percentage of each band with one decimal, 100 in total; undefined if all bands are zero. */
  readonly shares: Readonly<Record<TariffBand, number>> | undefined;
}

export function energyRows(kind: EnergyKind, registers: EnergyRegisters): EnergyRow[] {
  return ENERGY_FLOWS.map((flow) => {
    const read = (suffix: string) => registers[`${kind}${flow}${suffix}` as EnergyRegisterField];
    const bands = Object.fromEntries(
      TARIFF_BANDS.map((band) => [band, read(SUFFIX[band])]),
    ) as Record<TariffBand, number | undefined>;
    const amounts = TARIFF_BANDS.map((band) => bands[band] ?? 0);
    const percents = percentShares(amounts, 1);
    const shares = Object.fromEntries(
      TARIFF_BANDS.map((band, i) => [band, percents[i]!]),
    ) as Record<TariffBand, number>;
    const isCounted = amounts.some((amount) => amount > 0);
    return { flow, total: read(''), bands, shares: isCounted ? shares : undefined };
  });
}
