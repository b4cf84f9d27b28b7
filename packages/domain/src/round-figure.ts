/**
 * Removes the noise of binary fractions from a computed value (kW, kWh, A): 9 lamps of 0.15 kW are
 * 1.35 kW, not 1.3499999999999999. Six decimals are finer than any meter.
 */
export function roundFigure(value: number): number;
export function roundFigure(value: number | null): number | null;
export function roundFigure(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e6) / 1e6;
}
