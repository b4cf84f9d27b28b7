/**
 * Nameplate values on which the bounds of protections depend. The bounds are defined for a 230 V
 * device and scaled for other supply voltages.
 */
export interface Rating {
  readonly voltageV: number;
  readonly currentA: number;
}

export const USUAL_RATING: Rating = { voltageV: 230, currentA: 63 };

/** Above this value, a nameplate's voltage is the three-phase line voltage (400 V for 230 V). */
const LINE_VOLTAGE_FROM_V = 300;
/** Supplies of nominal 220, 230 and 240 V share one set of bounds. */
const USUAL_V = { from: 200, to: 254 } as const;

/** Phase to neutral, in V. */
export function phaseVoltageV({ voltageV }: Rating): number {
  return voltageV > LINE_VOLTAGE_FROM_V ? voltageV / Math.sqrt(3) : voltageV;
}

/** Factor applied to the bounds of a 230 V device. */
export function voltageFactor(rating: Rating): number {
  const phaseV = phaseVoltageV(rating);
  const isUsual = phaseV >= USUAL_V.from && phaseV <= USUAL_V.to;
  return isUsual ? 1 : phaseV / USUAL_RATING.voltageV;
}
