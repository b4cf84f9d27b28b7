/** Maps API names of readings to domain names, in a single place for all screens. */
import type { MEASUREMENT_WIRE_NAMES } from '@busbar/contract/v1/data';
import type {
  EnergyRegisterField,
  EnergyRegisters,
  Measurement,
  MeasurementField,
} from '@busbar/domain/device/measurement';

type MeasurementWireName = (typeof MEASUREMENT_WIRE_NAMES)[number];

export const MEASUREMENT_WIRE: Readonly<Record<MeasurementField, MeasurementWireName>> = {
  voltageA: 'volPa',
  voltageB: 'volPb',
  voltageC: 'volPc',
  lineVoltageA: 'volLa',
  lineVoltageB: 'volLb',
  lineVoltageC: 'volLc',
  currentA: 'curA',
  currentB: 'curB',
  currentC: 'curC',
  activePower: 'insP',
  activePowerA: 'insPa',
  activePowerB: 'insPb',
  activePowerC: 'insPc',
  reactivePower: 'insQ',
  reactivePowerA: 'insQa',
  reactivePowerB: 'insQb',
  reactivePowerC: 'insQc',
  apparentPower: 'insS',
  apparentPowerA: 'insSa',
  apparentPowerB: 'insSb',
  apparentPowerC: 'insSc',
  powerFactor: 'pwrF',
  powerFactorA: 'pwrFa',
  powerFactorB: 'pwrFb',
  powerFactorC: 'pwrFc',
  frequency: 'freq',
  temperature: 't',
};

/** The measured values displayed by the table of docs/specification/readings.md 1.3. */
export const MAIN_FIELDS = [
  'voltageA',
  'voltageB',
  'voltageC',
  'currentA',
  'currentB',
  'currentC',
  'activePower',
  'reactivePower',
  'apparentPower',
  'powerFactor',
  'frequency',
  'temperature',
] as const satisfies readonly MeasurementField[];

/** All values that a reading can contain, in the order of the device's record. */
export const QUANTITIES = Object.keys(MEASUREMENT_WIRE) as MeasurementField[];

export function isMeasurementField(field: string | undefined): field is MeasurementField {
  return field !== undefined && Object.hasOwn(MEASUREMENT_WIRE, field);
}

const REGISTERS = {
  activeTotal: 'epT',
  activeImport: 'epI',
  activeExport: 'epEx',
  reactiveTotal: 'eqT',
  reactiveImport: 'eqI',
  reactiveExport: 'eqEx',
} as const;
/** Suffixes of the API names: 1 sharp, 2 peak, 3 off-peak, 4 valley; none is the total. */
const BANDS = { '': '', Sharp: '1', Peak: '2', OffPeak: '3', Valley: '4' } as const;

export const ENERGY_WIRE = Object.fromEntries(
  Object.entries(REGISTERS).flatMap(([register, wire]) =>
    Object.entries(BANDS).map(([band, suffix]) => [`${register}${band}`, `${wire}${suffix}`]),
  ),
) as Readonly<Record<EnergyRegisterField, string>>;

type WireValues = Readonly<Record<string, unknown>>;

function read<F extends string>(wire: Readonly<Record<F, string>>, values: WireValues) {
  const found: Partial<Record<F, number>> = {};
  for (const field of Object.keys(wire) as F[]) {
    const value = values[wire[field]];
    if (typeof value === 'number' && Number.isFinite(value)) found[field] = value;
  }
  return found;
}

/** Absent and non-numeric values stay absent: unknown is never zero. */
export const toMeasurement = (values: WireValues): Measurement => read(MEASUREMENT_WIRE, values);
export const toRegisters = (values: WireValues): EnergyRegisters => read(ENERGY_WIRE, values);
