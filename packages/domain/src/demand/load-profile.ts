/**
 * Measurements and counters of a breaker at any instant: a pure function of profile and time, the
 * same for a live simulated device and for its written history. Electrical identities hold by
 * construction: S² = P² + Q², P and Q are the sums of their phases, and line voltage is 1.732 times
 * phase voltage. Faults and switching are out of scope.
 */
import type { EnergyRegisters, Measurement } from '../device/measurement.ts';
import { type BandEnergy, type CountedLoad, demandAt, energySince } from './load-energy.ts';
import { mainsVoltage } from './mains-voltage.ts';
import { smoothNoise, unitNoise } from './seeded-noise.ts';

export interface LoadProfile extends CountedLoad {
  readonly phases: 1 | 3;
}

export interface ProfileReading {
  readonly measurement: Measurement;
  readonly registers: EnergyRegisters;
}

const LINE_FACTOR = 1.732;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const YEAR_MS = 365.2425 * DAY_MS;
const STREAM = { split: 26, grid: 30, start: 31 } as const;
/** All devices are connected to one grid. */
const GRID_SEED = 50;
/** Tolerance of rounding: a sum slightly below a full hundredth is rounded up to it. */
const HAIR = 1e-7;

const round = (value: number, places: 1 | 2 | 3): number => {
  const scale = 10 ** places;
  return Math.round(value * scale) / scale;
};

/** The reading of a closed breaker; the registers have counted since `countsFrom`. */
export function readingAt(profile: LoadProfile, ms: number): ProfileReading {
  return {
    measurement: measurementAt(profile, ms, true),
    registers: registersFrom(centsOf(profile, energySince(profile, ms))),
  };
}

/** Values at an instant; an open breaker has voltage but draws no current. */
export function measurementAt(profile: LoadProfile, ms: number, closed: boolean): Measurement {
  const demand = closed ? demandAt(profile, ms) : { activeKw: 0, reactiveKvar: 0 };
  const used = demand.activeKw / profile.peakKw;
  const phases = splitOf(profile, ms).map((share, phase) =>
    phaseAt(
      mainsVoltage(profile.seed, phase, ms, used),
      round(demand.activeKw * share, 3),
      round(demand.reactiveKvar * share, 3),
    ),
  );
  const [a, b, c] = phases;
  const activePower = round(
    sum(phases, (phase) => phase.activeKw),
    3,
  );
  const reactivePower = round(
    sum(phases, (phase) => phase.reactiveKvar),
    3,
  );
  const apparentPower = round(Math.hypot(activePower, reactivePower), 3);
  const common: Measurement = {
    activePower,
    reactivePower,
    apparentPower,
    powerFactor: factor(activePower, apparentPower),
    frequency: round(50 + 0.04 * smoothNoise(GRID_SEED, STREAM.grid, ms / MINUTE_MS), 2),
    temperature: temperatureAt(ms, used),
  };
  if (a !== undefined) {
    common.voltageA = a.voltageV;
    common.currentA = a.currentA;
    common.activePowerA = a.activeKw;
    common.reactivePowerA = a.reactiveKvar;
    common.apparentPowerA = a.apparentKva;
    common.powerFactorA = factor(a.activeKw, a.apparentKva);
  }
  if (a !== undefined && b !== undefined && c !== undefined) {
    common.voltageB = b.voltageV;
    common.voltageC = c.voltageV;
    common.lineVoltageA = round(a.voltageV * LINE_FACTOR, 1);
    common.lineVoltageB = round(b.voltageV * LINE_FACTOR, 1);
    common.lineVoltageC = round(c.voltageV * LINE_FACTOR, 1);
    common.currentB = b.currentA;
    common.currentC = c.currentA;
    common.activePowerB = b.activeKw;
    common.activePowerC = c.activeKw;
    common.reactivePowerB = b.reactiveKvar;
    common.reactivePowerC = c.reactiveKvar;
    common.apparentPowerB = b.apparentKva;
    common.apparentPowerC = c.apparentKva;
    common.powerFactorB = factor(b.activeKw, b.apparentKva);
    common.powerFactorC = factor(c.activeKw, c.apparentKva);
  }
  return common;
}

interface PhaseValues {
  readonly voltageV: number;
  readonly currentA: number;
  readonly activeKw: number;
  readonly reactiveKvar: number;
  readonly apparentKva: number;
}

function phaseAt(voltageV: number, activeKw: number, reactiveKvar: number): PhaseValues {
  const apparentKva = round(Math.hypot(activeKw, reactiveKvar), 3);
  const currentA = round((apparentKva * 1000) / voltageV, 3);
  return { voltageV, currentA, activeKw, reactiveKvar, apparentKva };
}

function sum(phases: readonly PhaseValues[], of: (phase: PhaseValues) => number): number {
  return phases.reduce((total, phase) => total + of(phase), 0);
}

/** Meters show a power factor of 1 if there is no power. */
function factor(activeKw: number, apparentKva: number): number {
  return apparentKva === 0 ? 1 : Math.min(1, round(activeKw / apparentKva, 3));
}

/** The shares of the phases, with a different imbalance for each load. */
function splitOf({ seed, phases }: LoadProfile, ms: number): readonly number[] {
  if (phases === 1) return [1];
  const lean = (phase: number): number =>
    0.09 * (unitNoise(seed, STREAM.split, phase) - 0.5) +
    0.015 * smoothNoise(seed, STREAM.split + 1 + phase, ms / HOUR_MS);
  const a = 1 / 3 + lean(0);
  const b = 1 / 3 + lean(1);
  return [a, b, 1 - a - b];
}

/** 25 to 65 degC inside the enclosure: season, time of day, and the square of the load. */
function temperatureAt(ms: number, used: number): number {
  const season = -6 * Math.cos((2 * Math.PI * ms) / YEAR_MS);
  const daily = -3 * Math.cos((2 * Math.PI * ms) / DAY_MS);
  return round(34 + season + daily + 22 * used * used, 1);
}

/** Counters of a meter in whole hundredths (0.01 kWh, 0.01 kvarh), per band. */
export interface RegisterCents {
  readonly active: readonly number[];
  readonly reactive: readonly number[];
}

/** The value the meter displays after this much energy, including its reading at installation. */
export function centsOf({ seed }: LoadProfile, energy: BandEnergy): RegisterCents {
  const cents = (kwh: number, place: number): number =>
    Math.floor(200_000 * unitNoise(seed, STREAM.start, place)) + Math.floor(kwh * 100 + HAIR);
  return {
    active: energy.activeKwh.map((kwh, band) => cents(kwh, band)),
    reactive: energy.reactiveKvarh.map((kvarh, band) => cents(kvarh, 4 + band)),
  };
}

/** Counters run from 0 to 999,999.99 and roll over. */
export const ROLLOVER_CENTS = 100_000_000;

const BAND_SUFFIXES = ['Sharp', 'Peak', 'OffPeak', 'Valley'] as const;

/** All thirty registers of a load that only consumes: total equals import, and export is zero. */
export function registersFrom({ active, reactive }: RegisterCents): EnergyRegisters {
  const registers: EnergyRegisters = {
    activeTotal: totalOf(active),
    activeImport: totalOf(active),
    activeExport: 0,
    reactiveTotal: totalOf(reactive),
    reactiveImport: totalOf(reactive),
    reactiveExport: 0,
  };
  BAND_SUFFIXES.forEach((suffix, band) => {
    const kwh = shown(active[band] ?? 0);
    const kvarh = shown(reactive[band] ?? 0);
    registers[`activeTotal${suffix}`] = kwh;
    registers[`activeImport${suffix}`] = kwh;
    registers[`activeExport${suffix}`] = 0;
    registers[`reactiveTotal${suffix}`] = kvarh;
    registers[`reactiveImport${suffix}`] = kvarh;
    registers[`reactiveExport${suffix}`] = 0;
  });
  return registers;
}

function totalOf(cents: readonly number[]): number {
  return shown(cents.reduce((total, band) => total + band, 0));
}

function shown(cents: number): number {
  return (cents % ROLLOVER_CENTS) / 100;
}
