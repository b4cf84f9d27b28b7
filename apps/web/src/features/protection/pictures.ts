/**
 * What the picture beside each form draws: which measured quantity its limits are about, and on
 * which side of the limit the fault lies.
 */
import type { Measurement, MeasurementField } from '@busbar/domain/device/measurement';
import type { ProtectionName } from '@busbar/domain/protection/definition';
import { imbalancePercent } from '@busbar/domain/protection/interphase-imbalance';

export type Quantity = 'voltage' | 'current' | 'power' | 'imbalance';
export type FaultSide = 'over' | 'under';

export interface LimitPicture {
  readonly quantity: Quantity;
  readonly side: FaultSide;
}

export const LIMIT_PICTURES: Readonly<Partial<Record<ProtectionName, LimitPicture>>> = {
  overVoltage: { quantity: 'voltage', side: 'over' },
  lowVoltage: { quantity: 'voltage', side: 'under' },
  overCurrent: { quantity: 'current', side: 'over' },
  overLoad: { quantity: 'power', side: 'over' },
  lostPhase: { quantity: 'voltage', side: 'under' },
  interphaseImbalance: { quantity: 'imbalance', side: 'over' },
};

export const QUANTITY_UNIT = { voltage: 'V', current: 'A', power: 'kW', imbalance: '%' } as const;
export const QUANTITY_DIGITS = { voltage: 1, current: 1, power: 1, imbalance: 2 } as const;

export type Line = 'a' | 'b' | 'c' | 'total';

/** A curve of the picture: one for each phase, or one for the whole. */
export interface MeasuredLine {
  readonly line: Line;
  /** Fields its value is made from. */
  readonly fields: readonly MeasurementField[];
}

const PHASES = ['a', 'b', 'c'] as const;
const ofPhases = (what: 'voltage' | 'current'): MeasuredLine[] =>
  PHASES.map((line) => ({
    line,
    fields: [`${what}${line.toUpperCase() as 'A' | 'B' | 'C'}` as const],
  }));

export const MEASURED_LINES: Readonly<Record<Quantity, readonly MeasuredLine[]>> = {
  voltage: ofPhases('voltage'),
  current: ofPhases('current'),
  power: [{ line: 'total', fields: ['activePower'] }],
  imbalance: [{ line: 'total', fields: ['voltageA', 'voltageB', 'voltageC'] }],
};

/** The value of a curve in one reading; undefined where the device did not say. */
export function lineValue(
  quantity: Quantity,
  { fields }: MeasuredLine,
  reading: Measurement,
): number | undefined {
  const values = fields.flatMap((field) => reading[field] ?? []);
  if (quantity === 'imbalance') return imbalancePercent(values);
  return values[0];
}
