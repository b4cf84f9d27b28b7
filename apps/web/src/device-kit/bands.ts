/** Tariff bands of the fee calls: their API fields and their names (docs/decisions.md 13). */
import { TARIFF_BANDS, type TariffBand } from '@busbar/domain/tariff/band';

export const BAND_FIELDS = [
  { band: 'sharp', energy: 'ept_1', fee: 'fee_1' },
  { band: 'peak', energy: 'ept_2', fee: 'fee_2' },
  { band: 'offPeak', energy: 'ept_3', fee: 'fee_3' },
  { band: 'valley', energy: 'ept_4', fee: 'fee_4' },
] as const satisfies readonly { band: TariffBand; energy: string; fee: string }[];

/** Returns the tariff band of a bill line's number, 1 to 4. */
export function bandOfNumber(number: number): TariffBand | undefined {
  return TARIFF_BANDS[number - 1];
}
