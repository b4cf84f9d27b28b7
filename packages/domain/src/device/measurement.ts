/**
 * Measured values of a device at one instant, and its energy registers. Every value is optional:
 * absent means unknown, never zero. The bounds exclude what no meter can measure; alarms decide if
 * a possible value is normal. A register is a running counter; energy over a period is a different
 * type and is never added to it.
 */
export interface ValueSpec {
  readonly unit: 'V' | 'A' | 'kW' | 'kvar' | 'kVA' | '' | 'Hz' | 'degC' | 'kWh' | 'kvarh';
  readonly min: number;
  readonly max: number;
}

const PHASE_VOLTAGE: ValueSpec = { unit: 'V', min: -1000, max: 1000 };
/** The phase bound times the square root of three. */
const LINE_VOLTAGE: ValueSpec = { unit: 'V', min: -1733, max: 1733 };
const CURRENT: ValueSpec = { unit: 'A', min: -10_000, max: 10_000 };
/** 1000 V x 10 000 A, three phases. */
const ACTIVE: ValueSpec = { unit: 'kW', min: -30_000, max: 30_000 };
const REACTIVE: ValueSpec = { unit: 'kvar', min: -30_000, max: 30_000 };
const APPARENT: ValueSpec = { unit: 'kVA', min: -30_000, max: 30_000 };
const POWER_FACTOR: ValueSpec = { unit: '', min: -1, max: 1 };

export const MEASUREMENT_FIELDS = {
  voltageA: PHASE_VOLTAGE,
  voltageB: PHASE_VOLTAGE,
  voltageC: PHASE_VOLTAGE,
  lineVoltageA: LINE_VOLTAGE,
  lineVoltageB: LINE_VOLTAGE,
  lineVoltageC: LINE_VOLTAGE,
  currentA: CURRENT,
  currentB: CURRENT,
  currentC: CURRENT,
  activePower: ACTIVE,
  activePowerA: ACTIVE,
  activePowerB: ACTIVE,
  activePowerC: ACTIVE,
  reactivePower: REACTIVE,
  reactivePowerA: REACTIVE,
  reactivePowerB: REACTIVE,
  reactivePowerC: REACTIVE,
  apparentPower: APPARENT,
  apparentPowerA: APPARENT,
  apparentPowerB: APPARENT,
  apparentPowerC: APPARENT,
  powerFactor: POWER_FACTOR,
  powerFactorA: POWER_FACTOR,
  powerFactorB: POWER_FACTOR,
  powerFactorC: POWER_FACTOR,
  frequency: { unit: 'Hz', min: 0, max: 400 },
  temperature: { unit: 'degC', min: -100, max: 300 },
} as const satisfies Record<string, ValueSpec>;

export type MeasurementField = keyof typeof MEASUREMENT_FIELDS;

export type Measurement = { -readonly [F in MeasurementField]?: number };

/** Far above the roll-over of any counter, and exact in units of 0.01 kWh. */
const KWH: ValueSpec = { unit: 'kWh', min: 0, max: 1e12 };
const KVARH: ValueSpec = { unit: 'kvarh', min: 0, max: 1e12 };

export const ENERGY_REGISTER_FIELDS = {
  activeTotal: KWH,
  activeTotalSharp: KWH,
  activeTotalPeak: KWH,
  activeTotalOffPeak: KWH,
  activeTotalValley: KWH,
  activeImport: KWH,
  activeImportSharp: KWH,
  activeImportPeak: KWH,
  activeImportOffPeak: KWH,
  activeImportValley: KWH,
  activeExport: KWH,
  activeExportSharp: KWH,
  activeExportPeak: KWH,
  activeExportOffPeak: KWH,
  activeExportValley: KWH,
  reactiveTotal: KVARH,
  reactiveTotalSharp: KVARH,
  reactiveTotalPeak: KVARH,
  reactiveTotalOffPeak: KVARH,
  reactiveTotalValley: KVARH,
  reactiveImport: KVARH,
  reactiveImportSharp: KVARH,
  reactiveImportPeak: KVARH,
  reactiveImportOffPeak: KVARH,
  reactiveImportValley: KVARH,
  reactiveExport: KVARH,
  reactiveExportSharp: KVARH,
  reactiveExportPeak: KVARH,
  reactiveExportOffPeak: KVARH,
  reactiveExportValley: KVARH,
} as const satisfies Record<string, ValueSpec>;

export type EnergyRegisterField = keyof typeof ENERGY_REGISTER_FIELDS;

/** Cumulative counters; import is consumed energy, export is exported energy. */
export type EnergyRegisters = { -readonly [F in EnergyRegisterField]?: number };

/** The order of values in lists and of columns in tables. */
export const MEASUREMENT_ORDER = Object.keys(MEASUREMENT_FIELDS) as MeasurementField[];
export const REGISTER_ORDER = Object.keys(ENERGY_REGISTER_FIELDS) as EnergyRegisterField[];
