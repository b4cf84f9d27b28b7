/**
 * Whether the first reading of a new device looks right: a voltage near a nominal one on every
 * phase, and an active power that voltage, current and power factor explain. It finds wiring and
 * scaling errors of a new installation; alarms watch the values afterwards.
 */
import type { Measurement } from '../device/measurement.ts';

export type PhaseName = 'A' | 'B' | 'C';

const PHASES: readonly PhaseName[] = ['A', 'B', 'C'];

/** Phase to neutral in V: IEC 60038, and the earlier values 110, 127, 220 and 240. */
const NOMINAL_V = [100, 110, 120, 127, 220, 230, 240, 277, 347, 400] as const;
const VOLTAGE_TOLERANCE = 0.1;
/** A phase below this share of the highest one has no voltage. */
const DEAD_SHARE = 0.1;
/** Meters of class 1 and the moments between two samples differ by less. */
const POWER_TOLERANCE = 0.15;
/** Without a power factor, a power below this share of V x A is worth a look. */
const LOW_SHARE = 0.5;
/** Below this apparent power in kVA, rounding of the reading outweighs an error. */
const MIN_APPARENT_KVA = 0.1;

export type ReadingFinding =
  | { readonly kind: 'no-voltage' }
  | { readonly kind: 'phase-without-voltage'; readonly phase: PhaseName }
  | { readonly kind: 'voltage-off'; readonly phase: PhaseName; readonly nominalV: number }
  | { readonly kind: 'power-reversed' }
  /** `expectedKw` is what voltage, current and power factor give. */
  | { readonly kind: 'power-low' | 'power-high'; readonly expectedKw: number };

export interface ReadingPlausibility {
  /** Empty if nothing contradicts the reading. */
  readonly findings: readonly ReadingFinding[];
  /** Nominal voltage of the phases; undefined without a voltage. */
  readonly nominalV: number | undefined;
  /** False if too little current flows, or values are missing. */
  readonly isPowerChecked: boolean;
}

/** `ratedV` is the nameplate's voltage, of a phase or between phases; null if unknown. */
export function checkReading(measured: Measurement, ratedV: number | null): ReadingPlausibility {
  const voltages = PHASES.flatMap((phase) => {
    const volts = measured[`voltage${phase}`];
    return volts === undefined ? [] : [{ phase, volts }];
  });
  const highest = Math.max(0, ...voltages.map(({ volts }) => volts));
  if (highest <= 0) {
    return { findings: [{ kind: 'no-voltage' }], nominalV: undefined, isPowerChecked: false };
  }
  const nominalV = nearest(highest, nominalsOf(ratedV));
  const voltageFindings = voltages.flatMap(({ phase, volts }): ReadingFinding[] => {
    if (volts < highest * DEAD_SHARE) return [{ kind: 'phase-without-voltage', phase }];
    const isNear = Math.abs(volts - nominalV) <= nominalV * VOLTAGE_TOLERANCE;
    return isNear ? [] : [{ kind: 'voltage-off', phase, nominalV }];
  });
  const power = checkPower(measured);
  return {
    findings: [...voltageFindings, ...(power ?? [])],
    nominalV,
    isPowerChecked: power !== undefined,
  };
}

function nominalsOf(ratedV: number | null): readonly number[] {
  if (ratedV === null || ratedV <= 0) return NOMINAL_V;
  return [ratedV, ratedV / Math.sqrt(3)];
}

const nearest = (value: number, among: readonly number[]): number =>
  among.reduce((best, one) => (Math.abs(one - value) < Math.abs(best - value) ? one : best));

/** Returns undefined if the reading does not allow a check. */
function checkPower(measured: Measurement): ReadingFinding[] | undefined {
  const { activePower, powerFactor } = measured;
  const apparentKva = apparentOf(measured);
  if (activePower === undefined || apparentKva === undefined) return undefined;
  if (apparentKva < MIN_APPARENT_KVA) return undefined;
  if (activePower < -apparentKva * POWER_TOLERANCE) return [{ kind: 'power-reversed' }];
  if (activePower > apparentKva * (1 + POWER_TOLERANCE)) {
    return [{ kind: 'power-high', expectedKw: apparentKva * Math.abs(powerFactor ?? 1) }];
  }
  if (powerFactor === undefined) {
    return activePower < apparentKva * LOW_SHARE
      ? [{ kind: 'power-low', expectedKw: apparentKva }]
      : [];
  }
  const expectedKw = apparentKva * Math.abs(powerFactor);
  const difference = activePower - expectedKw;
  if (Math.abs(difference) <= apparentKva * POWER_TOLERANCE) return [];
  return [{ kind: difference < 0 ? 'power-low' : 'power-high', expectedKw }];
}

/** Sum of voltage times current; undefined unless each current has a voltage of its phase. */
function apparentOf(measured: Measurement): number | undefined {
  let va = 0;
  let currents = 0;
  for (const phase of PHASES) {
    const amps = measured[`current${phase}`];
    if (amps === undefined) continue;
    const volts = measured[`voltage${phase}`];
    if (volts === undefined) return undefined;
    currents += 1;
    va += volts * Math.abs(amps);
  }
  return currents === 0 ? undefined : va / 1000;
}
