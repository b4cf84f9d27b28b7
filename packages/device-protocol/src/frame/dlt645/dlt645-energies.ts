/** Kinds of energy by DI2 (annex A, tables A.1 and A.2), with the demand of the same number. */
import type { Qualified } from '../byte-row.ts';
import type { FrameName } from '../names/frame-names.ts';

export interface EnergyKind {
  readonly energy: FrameName;
  readonly demand?: FrameName;
  readonly unit: 'kWh' | 'kvarh' | 'kVAh';
  /** True if the highest bit is the sign: only combined energies can be negative. */
  readonly signed: boolean;
  readonly of?: readonly Qualified[];
}

const quadrant = (n: number): EnergyKind => ({
  energy: 'energy-quadrant',
  demand: 'demand-quadrant',
  unit: 'kvarh',
  signed: false,
  of: [{ key: 'number', n }],
});

export const ENERGY_KINDS: Readonly<Record<number, EnergyKind>> = {
  0: { energy: 'energy-active-combined', unit: 'kWh', signed: true },
  1: {
    energy: 'energy-active-forward',
    demand: 'demand-active-forward',
    unit: 'kWh',
    signed: false,
  },
  2: {
    energy: 'energy-active-reverse',
    demand: 'demand-active-reverse',
    unit: 'kWh',
    signed: false,
  },
  3: { energy: 'energy-reactive-1', demand: 'demand-reactive-1', unit: 'kvarh', signed: true },
  4: { energy: 'energy-reactive-2', demand: 'demand-reactive-2', unit: 'kvarh', signed: true },
  5: quadrant(1),
  6: quadrant(2),
  7: quadrant(3),
  8: quadrant(4),
  9: {
    energy: 'energy-apparent-forward',
    demand: 'demand-apparent-forward',
    unit: 'kVAh',
    signed: false,
  },
  10: {
    energy: 'energy-apparent-reverse',
    demand: 'demand-apparent-reverse',
    unit: 'kVAh',
    signed: false,
  },
};

const phase = (energy: FrameName, key: 'phase-a' | 'phase-b' | 'phase-c'): EnergyKind => ({
  energy,
  unit: 'kWh',
  signed: false,
  of: [{ key }],
});

export const PHASE_ENERGIES: Readonly<Record<number, EnergyKind>> = {
  21: phase('energy-active-forward', 'phase-a'),
  22: phase('energy-active-reverse', 'phase-a'),
  41: phase('energy-active-forward', 'phase-b'),
  42: phase('energy-active-reverse', 'phase-b'),
  61: phase('energy-active-forward', 'phase-c'),
  62: phase('energy-active-reverse', 'phase-c'),
};
