/**
 * Kinds of street lamps and how each draws power. Of a discharge lamp behind a magnetic ballast the
 * power goes about with the square of the voltage (1.5 to 2 by source; 1.8 here), of a filament with
 * U^1.6; an LED's driver keeps it constant. The ballast of a discharge lamp adds 10 to 15 % to the
 * nameplate, 12 % here.
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
  /** From switching on until the power is that of the lamp, s. */
  readonly warmUpS: number;
  /** Power goes with (U / Un) to this. */
  readonly voltageExponent: number;
  /** Part of the nameplate the ballast draws beside it. */
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

/** A word of another version counts as LED: nothing is corrected that is not known. */
export function lampNature(kind: string): LampNature {
  return Object.hasOwn(LAMP_NATURES, kind) ? LAMP_NATURES[kind as LampKind] : LAMP_NATURES.led;
}
