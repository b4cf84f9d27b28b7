/**
 * Contents of the picture next to each form: the measured quantity that its limits apply to, and
 * the side of the limit on which the fault is.
 */
import type { Measurement, MeasurementField } from '@busbar/domain/device/measurement';
import type { ProtectionName } from '@busbar/domain/protection/definition';
import { imbalancePercent } from '@busbar/domain/protection/protections/interphase-imbalance';

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

/** A curve of the picture: one per phase, or a single one. */
export interface MeasuredLine {
  readonly line: Line;
  /** Fields from which its value is derived. */
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

/** Returns the value of a curve in one reading; undefined if the device did not report it. */
export function lineValue(
  quantity: Quantity,
  { fields }: MeasuredLine,
  reading: Measurement,
): number | undefined {
  const values = fields.flatMap((field) => reading[field] ?? []);
  if (quantity === 'imbalance') return imbalancePercent(values);
  return values[0];
}
