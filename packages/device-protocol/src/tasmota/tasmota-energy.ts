/**
 * Values of the energy monitor of Tasmota (`ENERGY`): V, A, W, VA, var and kWh. A device with
 * several phases sends an array in place of a number. Its time is a local time without a zone and is
 * not read.
 */
import type { EnergyRegisterField, MeasurementField } from '@busbar/domain/device/measurement';
import { TO_KILO, ValueCollector } from '../foreign/value-collector.ts';
import { isJsonObject, type JsonObject } from '../payload.ts';
import { quoted } from '../rejection.ts';

type Phases = readonly [MeasurementField, MeasurementField, MeasurementField];

interface Quantity {
  readonly key: string;
  readonly phases: Phases;
  /** Field of a single number. */
  readonly single: MeasurementField;
  /** True if the value of the device is the sum of its phases. */
  readonly isSum: boolean;
  readonly places?: number;
}

const QUANTITIES: readonly Quantity[] = [
  {
    key: 'Voltage',
    phases: ['voltageA', 'voltageB', 'voltageC'],
    single: 'voltageA',
    isSum: false,
  },
  {
    key: 'Current',
    phases: ['currentA', 'currentB', 'currentC'],
    single: 'currentA',
    isSum: false,
  },
  {
    key: 'Power',
    phases: ['activePowerA', 'activePowerB', 'activePowerC'],
    single: 'activePower',
    isSum: true,
    places: TO_KILO,
  },
  {
    key: 'ReactivePower',
    phases: ['reactivePowerA', 'reactivePowerB', 'reactivePowerC'],
    single: 'reactivePower',
    isSum: true,
    places: TO_KILO,
  },
  {
    // Apparent powers of phases cannot be added.
    key: 'ApparentPower',
    phases: ['apparentPowerA', 'apparentPowerB', 'apparentPowerC'],
    single: 'apparentPower',
    isSum: false,
    places: TO_KILO,
  },
  {
    key: 'Factor',
    phases: ['powerFactorA', 'powerFactorB', 'powerFactorC'],
    single: 'powerFactor',
    isSum: false,
  },
];

const COUNTERS: readonly (readonly [key: string, register: EnergyRegisterField])[] = [
  ['Total', 'activeTotal'],
  ['ImportActive', 'activeImport'],
  ['ExportActive', 'activeExport'],
];

export const COUNTER_KEYS = COUNTERS.map(([key]) => key);

const MAX_PHASES = 3;
/** Decimal places of a sum: more than any device sends. */
const SUM_PLACES = 6;

export function readEnergy(energy: JsonObject): ValueCollector {
  const values = new ValueCollector();
  for (const quantity of QUANTITIES) readQuantity(quantity, energy[quantity.key], values);
  const { Frequency: frequency } = energy;
  values.measure('frequency', Array.isArray(frequency) ? frequency[0] : frequency, 'Frequency');
  for (const [key, register] of COUNTERS) {
    const value = energy[key];
    values.count(register, Array.isArray(value) ? sumOf(key, value, values) : value, key);
  }
  return values;
}

/** Reads `ENERGY` of a message with sensors; undefined if the device has no energy monitor. */
export function readSensors(message: JsonObject): ValueCollector | undefined {
  const { ENERGY: energy } = sensorsOf(message);
  if (energy === undefined) return undefined;
  if (isJsonObject(energy)) return readEnergy(energy);
  const values = new ValueCollector();
  values.reject('not-an-object', `ENERGY: ${quoted(energy)} is no object`);
  return values;
}

/** The sensors of a message that the device has sent by itself, or on request. */
export const sensorsOf = (message: JsonObject): JsonObject =>
  isJsonObject(message.StatusSNS) ? message.StatusSNS : message;

function readQuantity(quantity: Quantity, value: unknown, values: ValueCollector): void {
  const { key, phases, single, isSum, places } = quantity;
  if (!Array.isArray(value)) {
    values.measure(single, value, key, places);
    return;
  }
  if (!hasPhases(key, value, values)) return;
  value.forEach((one: unknown, at) => {
    values.measure(phases[at]!, one, `${key} ${at + 1}`, places);
  });
  if (!isSum || value.some((one) => typeof one !== 'number')) return;
  values.measure(single, sum(value as number[]), key, places);
}

function hasPhases(key: string, list: readonly unknown[], values: ValueCollector): boolean {
  if (list.length > 0 && list.length <= MAX_PHASES) return true;
  values.reject('too-many', `${key}: ${list.length} values are not one to three phases`);
  return false;
}

/** Returns undefined if a phase is missing: the sum of the others would be a wrong register. */
function sumOf(key: string, list: readonly unknown[], values: ValueCollector): number | undefined {
  if (!hasPhases(key, list, values)) return undefined;
  const wrong = list.find((one) => typeof one !== 'number' || !Number.isFinite(one) || one < 0);
  if (wrong === undefined) return sum(list as number[]);
  values.reject('wrong-type', `${key}: ${quoted(wrong)} is no register`);
  return undefined;
}

function sum(list: readonly number[]): number {
  const total = list.reduce((before, one) => before + one, 0);
  return Number.isFinite(total) ? Number(total.toFixed(SUM_PLACES)) : total;
}
