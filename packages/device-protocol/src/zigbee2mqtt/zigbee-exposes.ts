/**
 * The properties of a Zigbee device that are read and switched, found in the description (`exposes`)
 * that Zigbee2MQTT has of it: no device has a table here.
 */
import type { EnergyRegisterField, MeasurementField } from '@busbar/domain/device/measurement';
import { isJsonObject, type JsonObject } from '../payload.ts';
import { UNSAFE_TEXT } from '../rejection.ts';

export interface ZigbeeSwitch {
  readonly property: string;
  /** True if the device can be asked for its position. */
  readonly isReadable: boolean;
}

interface ZigbeeValue {
  readonly property: string;
  /** Decimal places from the unit of the property to that of the field. */
  readonly places: number;
}

export interface ZigbeeMeasured extends ZigbeeValue {
  readonly field: MeasurementField;
}

export interface ZigbeeCounted extends ZigbeeValue {
  readonly register: EnergyRegisterField;
}

export interface ZigbeeDefinition {
  readonly output: ZigbeeSwitch | undefined;
  readonly measured: readonly ZigbeeMeasured[];
  readonly counted: readonly ZigbeeCounted[];
}

/** Bits of `access`: the property is published, can be set, can be requested. */
const PUBLISHED = 1;
const SETTABLE = 2;
const READABLE = 4;

const VOLTS = new Map([
  ['V', 0],
  ['mV', -3],
  ['kV', 3],
]);
const AMPERES = new Map([
  ['A', 0],
  ['mA', -3],
]);
const WATTS = new Map([
  ['W', -3],
  ['kW', 0],
  ['mW', -6],
]);
const VOLT_AMPERES = new Map([
  ['VA', -3],
  ['kVA', 0],
]);
const VARS = new Map([
  ['VAR', -3],
  ['var', -3],
  ['kVAR', 0],
  ['kvar', 0],
]);
const KILOWATT_HOURS = new Map([
  ['kWh', 0],
  ['Wh', -3],
  ['MWh', 3],
]);
const HERTZ = new Map([
  ['Hz', 0],
  ['mHz', -3],
]);
const DEGREES = new Map([['°C', 0]]);
const FACTOR = new Map([
  ['', 0],
  ['%', -2],
]);

type Units = ReadonlyMap<string, number>;
type Phases = readonly [MeasurementField, MeasurementField, MeasurementField];

/** Quantities whose properties may have a phase: `voltage_phase_b`, `voltage_b`. */
const OF_PHASES: readonly {
  readonly name: string;
  readonly units: Units;
  readonly phases: Phases;
  /** Field of the property without a phase, if no phase A is described beside it. */
  readonly single: MeasurementField;
}[] = [
  {
    name: 'voltage',
    units: VOLTS,
    phases: ['voltageA', 'voltageB', 'voltageC'],
    single: 'voltageA',
  },
  {
    name: 'current',
    units: AMPERES,
    phases: ['currentA', 'currentB', 'currentC'],
    single: 'currentA',
  },
  {
    name: 'power',
    units: WATTS,
    phases: ['activePowerA', 'activePowerB', 'activePowerC'],
    single: 'activePower',
  },
  {
    name: 'power_apparent',
    units: VOLT_AMPERES,
    phases: ['apparentPowerA', 'apparentPowerB', 'apparentPowerC'],
    single: 'apparentPower',
  },
  {
    name: 'power_reactive',
    units: VARS,
    phases: ['reactivePowerA', 'reactivePowerB', 'reactivePowerC'],
    single: 'reactivePower',
  },
  {
    name: 'power_factor',
    units: FACTOR,
    phases: ['powerFactorA', 'powerFactorB', 'powerFactorC'],
    single: 'powerFactor',
  },
];

const SINGLE: readonly (readonly [name: string, units: Units, field: MeasurementField])[] = [
  ['ac_frequency', HERTZ, 'frequency'],
  ['device_temperature', DEGREES, 'temperature'],
];

const COUNTED: readonly (readonly [name: string, register: EnergyRegisterField])[] = [
  ['energy', 'activeTotal'],
  ['produced_energy', 'activeExport'],
];

/** Names of the properties that are read; a battery shows that a voltage is not that of the mains. */
const NAMES: ReadonlySet<string> = new Set([
  'battery',
  ...OF_PHASES.flatMap(({ name }) => [
    name,
    ...['a', 'b', 'c'].flatMap((phase) => [`${name}_${phase}`, `${name}_phase_${phase}`]),
  ]),
  ...SINGLE.map(([name]) => name),
  ...COUNTED.map(([name]) => name),
]);
const KEYS = ['type', 'name', 'property', 'unit', 'endpoint', 'access', 'value_on', 'value_off'];
const MAX_TEXT = 100;

interface Exposed {
  readonly name: string;
  readonly property: string;
  readonly unit: string;
  readonly endpoint: string | undefined;
}

/** Returns undefined if the device can neither be read nor switched. */
export function definitionOfExposes(exposes: readonly unknown[]): ZigbeeDefinition | undefined {
  const output = outputOf(exposes);
  const numbers = exposes.filter(isJsonObject).map(numberOf).filter(isDefined);
  const channel = output?.endpoint ?? numbers.find(({ endpoint }) => endpoint)?.endpoint;
  // A property without an endpoint is one of the whole device.
  const own = numbers.filter(({ endpoint }) => endpoint === undefined || endpoint === channel);
  const find = (name: string) => own.find((one) => one.name === name);
  const measured: ZigbeeMeasured[] = [];
  const measure = (found: Exposed | undefined, units: Units, field: MeasurementField) => {
    const places = found && units.get(found.unit);
    if (found === undefined || places === undefined) return;
    measured.push({ property: found.property, places, field });
  };
  for (const { name, units, phases, single } of OF_PHASES) {
    const [a, b, c] = (['a', 'b', 'c'] as const).map(
      (phase) => find(`${name}_phase_${phase}`) ?? find(`${name}_${phase}`),
    );
    const plain = find(name);
    const isPhaseA = a === undefined && (b ?? c) !== undefined;
    measure(isPhaseA ? plain : a, units, phases[0]);
    measure(b, units, phases[1]);
    measure(c, units, phases[2]);
    // A property of the first phase beside the one without a phase is the more exact.
    if (!isPhaseA && !(single === phases[0] && a !== undefined)) measure(plain, units, single);
  }
  for (const [name, units, field] of SINGLE) measure(find(name), units, field);
  const counted: ZigbeeCounted[] = [];
  for (const [name, register] of COUNTED) {
    const found = find(name);
    const places = found && KILOWATT_HOURS.get(found.unit);
    if (found !== undefined && places !== undefined) {
      counted.push({ property: found.property, places, register });
    }
  }
  const isElectrical = counted.length > 0 || measured.some(({ field }) => field !== 'temperature');
  if (output === undefined && !(isElectrical && !hasBattery(exposes))) return undefined;
  return { output: output?.output, measured, counted };
}

/** The part of a description that `definitionOfExposes` reads, in a form that can be stored. */
export function relevantExposes(exposes: readonly unknown[]): readonly JsonObject[] {
  return exposes.filter(isJsonObject).flatMap((one) => {
    if (one.type === 'switch' && Array.isArray(one.features)) {
      const features = one.features.filter(isJsonObject).map(storable);
      return [{ ...storable(one), features }];
    }
    return typeof one.name === 'string' && NAMES.has(one.name) ? [storable(one)] : [];
  });
}

function storable(exposed: JsonObject): JsonObject {
  const isStorable = (value: unknown) =>
    typeof value === 'number' ||
    (typeof value === 'string' && value.length <= MAX_TEXT && !UNSAFE_TEXT.test(value));
  return Object.fromEntries(
    KEYS.map((key) => [key, exposed[key]]).filter(([, one]) => isStorable(one)),
  );
}

/** The voltage of a device with a battery is that of its battery. */
function hasBattery(exposes: readonly unknown[]): boolean {
  return exposes.some((one) => isJsonObject(one) && one.name === 'battery');
}

function numberOf({ type, name, property, unit, endpoint, access }: JsonObject) {
  if (type !== 'numeric' || typeof name !== 'string' || typeof property !== 'string') return;
  if (!hasBits(access, PUBLISHED)) return;
  return {
    name,
    property,
    unit: typeof unit === 'string' ? unit : '',
    endpoint: typeof endpoint === 'string' ? endpoint : undefined,
  } satisfies Exposed;
}

/** The first switch that is published and can be set, with the words of its positions. */
function outputOf(exposes: readonly unknown[]) {
  for (const one of exposes) {
    if (!isJsonObject(one) || one.type !== 'switch' || !Array.isArray(one.features)) continue;
    const state = one.features.filter(isJsonObject).find(({ name }) => name === 'state');
    if (state === undefined || typeof state.property !== 'string') continue;
    if (!hasBits(state.access, PUBLISHED | SETTABLE)) continue;
    if (state.value_on !== 'ON' || state.value_off !== 'OFF') continue;
    const endpoint = state.endpoint ?? one.endpoint;
    return {
      output: { property: state.property, isReadable: hasBits(state.access, READABLE) },
      endpoint: typeof endpoint === 'string' ? endpoint : undefined,
    };
  }
  return undefined;
}

function hasBits(access: unknown, bits: number): boolean {
  return typeof access === 'number' && (access & bits) === bits;
}

function isDefined<T>(value: T | undefined): value is T {
  return value !== undefined;
}
