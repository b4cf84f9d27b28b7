/** Energy registers as the table of the specification: total, consumed, released, each in its bands. */
import type { EnergyRegisterField, EnergyRegisters } from '@busbar/domain/device/measurement';
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
  /** Part of each band in their sum, 0 to 1; undefined while no band counted anything. */
  readonly shares: Readonly<Record<TariffBand, number>> | undefined;
}

export function energyRows(kind: EnergyKind, registers: EnergyRegisters): EnergyRow[] {
  return ENERGY_FLOWS.map((flow) => {
    const read = (suffix: string) => registers[`${kind}${flow}${suffix}` as EnergyRegisterField];
    const bands = Object.fromEntries(
      TARIFF_BANDS.map((band) => [band, read(SUFFIX[band])]),
    ) as Record<TariffBand, number | undefined>;
    const sum = TARIFF_BANDS.reduce((all, band) => all + (bands[band] ?? 0), 0);
    const shares = Object.fromEntries(
      TARIFF_BANDS.map((band) => [band, (bands[band] ?? 0) / sum]),
    ) as Record<TariffBand, number>;
    return { flow, total: read(''), bands, shares: sum > 0 ? shares : undefined };
  });
}
