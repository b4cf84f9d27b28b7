/**
 * Scripted conditions at a breaker's terminals beyond its normal load and mains: voltages,
 * currents, loads and leakage. Measured values are consistent: S² = P² + Q² in each phase and in
 * total, power is voltage times current, line voltages follow the phases.
 */
import type { Measurement } from '@busbar/domain/device/measurement';

export const PHASES = ['A', 'B', 'C'] as const;
export type Phase = (typeof PHASES)[number];

export interface Conditions {
  /** Voltage from phase to neutral, in V; a phase that is not listed has its normal voltage. */
  readonly voltageV?: Readonly<Partial<Record<Phase, number>>>;
  /** Current in each phase, in A, while the contact is closed. */
  readonly currentA?: number;
  /** Power of all phases together, in kW, while the contact is closed. */
  readonly powerKw?: number;
  /** Leakage current to earth behind the breaker, in mA, until it is repaired. */
  readonly leakageMa?: number;
}

/** Below this voltage a breaker itself has no supply. */
export const NO_SUPPLY_V = 70;

/** A change of conditions; undefined ends a condition. */
export type Disturbance = { readonly [K in keyof Conditions]: Conditions[K] | undefined };

export function changed(conditions: Conditions, change: Disturbance): Conditions {
  const all = Object.entries({ ...conditions, ...change });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

export function hasSupply({ voltageV = {} }: Conditions): boolean {
  return PHASES.some((phase) => (voltageV[phase] ?? Infinity) >= NO_SUPPLY_V);
}

interface PhasePower {
  readonly phase: Phase;
  readonly voltageV: number;
  readonly activeKw: number;
  readonly reactiveKvar: number;
}

/** Returns the measured values under these conditions; the same object if there are none. */
export function atTerminals(
  measurement: Measurement,
  conditions: Conditions,
  closed: boolean,
): Measurement {
  if (Object.keys(conditions).length === 0) return measurement;
  const supplied = phasesOf(measurement).map((power) => withVoltage(power, conditions.voltageV));
  const loaded = closed ? withLoad(supplied, conditions) : supplied;
  return { ...measurement, ...measured(loaded) };
}

function phasesOf(measurement: Measurement): PhasePower[] {
  return PHASES.flatMap((phase) => {
    const voltageV = measurement[`voltage${phase}`];
    if (voltageV === undefined) return [];
    const activeKw = measurement[`activePower${phase}`] ?? 0;
    const reactiveKvar = measurement[`reactivePower${phase}`] ?? 0;
    return [{ phase, voltageV, activeKw, reactiveKvar }];
  });
}

/** The load draws the same current, so power follows the voltage. */
function withVoltage(power: PhasePower, given: Conditions['voltageV'] = {}): PhasePower {
  const voltageV = given[power.phase];
  if (voltageV === undefined) return power;
  return { ...scaled(power, power.voltageV === 0 ? 0 : voltageV / power.voltageV), voltageV };
}

function withLoad(phases: readonly PhasePower[], { currentA, powerKw }: Conditions): PhasePower[] {
  if (currentA !== undefined) {
    return phases.map((power) => {
      const wantedKva = (power.voltageV * currentA) / 1000;
      const kva = Math.hypot(power.activeKw, power.reactiveKvar);
      return kva === 0
        ? { ...power, activeKw: wantedKva, reactiveKvar: 0 }
        : scaled(power, wantedKva / kva);
    });
  }
  if (powerKw === undefined) return [...phases];
  const total = phases.reduce((sum, { activeKw }) => sum + activeKw, 0);
  return phases.map((power) =>
    total === 0
      ? { ...power, activeKw: powerKw / phases.length, reactiveKvar: 0 }
      : scaled(power, powerKw / total),
  );
}

function scaled(power: PhasePower, factor: number): PhasePower {
  const { activeKw, reactiveKvar } = power;
  return { ...power, activeKw: activeKw * factor, reactiveKvar: reactiveKvar * factor };
}

function measured(phases: readonly PhasePower[]): Measurement {
  const values: Measurement = {};
  let activeKw = 0;
  let reactiveKvar = 0;
  for (const { phase, voltageV, ...power } of phases) {
    const active = rounded(power.activeKw);
    const reactive = rounded(power.reactiveKvar);
    const apparent = rounded(Math.hypot(active, reactive));
    values[`voltage${phase}`] = voltageV;
    values[`current${phase}`] = voltageV === 0 ? 0 : rounded((apparent * 1000) / voltageV);
    values[`activePower${phase}`] = active;
    values[`reactivePower${phase}`] = reactive;
    values[`apparentPower${phase}`] = apparent;
    values[`powerFactor${phase}`] = factorOf(active, apparent);
    activeKw += active;
    reactiveKvar += reactive;
  }
  const apparent = rounded(Math.hypot(activeKw, reactiveKvar));
  values.activePower = rounded(activeKw);
  values.reactivePower = rounded(reactiveKvar);
  values.apparentPower = apparent;
  values.powerFactor = factorOf(activeKw, apparent);
  const [a, b, c] = phases.map(({ voltageV }) => voltageV);
  if (a !== undefined && b !== undefined && c !== undefined) {
    values.lineVoltageA = lineVoltage(a, b);
    values.lineVoltageB = lineVoltage(b, c);
    values.lineVoltageC = lineVoltage(c, a);
  }
  return values;
}

/** Voltage between two phases 120 degrees apart. */
function lineVoltage(oneV: number, otherV: number): number {
  return Math.round(10 * Math.sqrt(oneV ** 2 + otherV ** 2 + oneV * otherV)) / 10;
}

/** Meters show 1 if no current flows. */
function factorOf(active: number, apparent: number): number {
  return apparent === 0 ? 1 : Math.min(1, rounded(active / apparent));
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
