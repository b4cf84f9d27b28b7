/**
 * Kinds of street lamps and their power. The power of a discharge lamp behind a magnetic ballast
 * varies approximately with the square of the voltage (1.5 to 2 by source; 1.8 here), that of a
 * filament with U^1.6; the driver of an LED keeps it constant. The ballast of a discharge lamp adds
 * 10 to 15 % to the nameplate, 12 % here.
 */
export const LAMP_KINDS = [
  'led',
  'sodium',
  'metalHalide',
  'mercury',
  'fluorescent',
  'halogen',
] as const;

export type LampKind = (typeof LAMP_KINDS)[number];

export interface LampNature {
  /** Time from switching on until the lamp draws its full power, s. */
  readonly warmUpS: number;
  /** Power varies with (U / Un) to this exponent. */
  readonly voltageExponent: number;
  /** Additional power of the ballast, as a fraction of the nameplate. */
  readonly ballast: number;
}

const DISCHARGE: LampNature = { warmUpS: 600, voltageExponent: 1.8, ballast: 0.12 };

export const LAMP_NATURES: Readonly<Record<LampKind, LampNature>> = {
  led: { warmUpS: 60, voltageExponent: 0, ballast: 0 },
  sodium: DISCHARGE,
  metalHalide: DISCHARGE,
  mercury: DISCHARGE,
  fluorescent: { warmUpS: 60, voltageExponent: 1.5, ballast: 0.12 },
  halogen: { warmUpS: 0, voltageExponent: 1.6, ballast: 0 },
};

/** Another version's kind is treated as LED: nothing is corrected without knowledge of the lamp. */
export function lampNature(kind: string): LampNature {
  return Object.hasOwn(LAMP_NATURES, kind) ? LAMP_NATURES[kind as LampKind] : LAMP_NATURES.led;
}
