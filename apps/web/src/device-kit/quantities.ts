/** History quantities by chart panel: fields, unit, decimals, and the minimum range of the axis. */
import type { MeasurementField } from '@busbar/domain/device/measurement';

export const QUANTITIES = [
  'voltage',
  'current',
  'power',
  'power-factor',
  'frequency',
  'temperature',
] as const;
export type Quantity = (typeof QUANTITIES)[number];

export interface QuantityLine {
  readonly field: MeasurementField;
  /** Colour of a phase or of a total. */
  readonly ink: 'a' | 'b' | 'c' | 'total';
}

export interface QuantityPanel {
  readonly unit: string;
  readonly digits: number;
  readonly leastRange: number;
  readonly lines: readonly QuantityLine[];
}

const phases = (a: MeasurementField, b: MeasurementField, c: MeasurementField) =>
  [
    { field: a, ink: 'a' },
    { field: b, ink: 'b' },
    { field: c, ink: 'c' },
  ] as const;
const total = (field: MeasurementField): QuantityLine => ({ field, ink: 'total' });

export const PANELS: Readonly<Record<Quantity, QuantityPanel>> = {
  voltage: {
    unit: 'V',
    digits: 1,
    leastRange: 10,
    lines: phases('voltageA', 'voltageB', 'voltageC'),
  },
  current: {
    unit: 'A',
    digits: 2,
    leastRange: 1,
    lines: phases('currentA', 'currentB', 'currentC'),
  },
  power: {
    unit: 'kW',
    digits: 2,
    leastRange: 0.2,
    lines: [total('activePower'), ...phases('activePowerA', 'activePowerB', 'activePowerC')],
  },
  'power-factor': {
    unit: '',
    digits: 3,
    leastRange: 0.1,
    lines: [total('powerFactor'), ...phases('powerFactorA', 'powerFactorB', 'powerFactorC')],
  },
  frequency: { unit: 'Hz', digits: 2, leastRange: 0.2, lines: [total('frequency')] },
  temperature: { unit: '°C', digits: 1, leastRange: 5, lines: [total('temperature')] },
};

const FIRST_SHOWN: readonly Quantity[] = ['voltage', 'current', 'power'];

/** Returns the quantities named in the address, in canonical order; defaults to three. */
export function shownQuantities(show: string | undefined): readonly Quantity[] {
  const named = new Set((show ?? '').split(','));
  const shown = QUANTITIES.filter((quantity) => named.has(quantity));
  return shown.length > 0 ? shown : FIRST_SHOWN;
}
