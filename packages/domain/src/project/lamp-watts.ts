/**
 * Lamp power is stored and sent in kW (docs/decisions.md 26), but nameplates of lamps are in W.
 * Both conversions shift the decimal point: binary rounding beyond 15 digits is removed, so that
 * W to kW and back is the same number.
 */

/** Usual nameplate powers of street lamps, W. */
export const LAMP_NAMEPLATES_W = [50, 100, 150, 250, 400] as const;

export const kwOfWatts = (watts: number): number => Number((watts / 1000).toPrecision(15));

export const wattsOfKw = (kw: number): number => Number((kw * 1000).toPrecision(15));
