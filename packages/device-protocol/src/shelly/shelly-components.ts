/**
 * Components in a status of a Shelly. Powers are in W and energies in Wh. Only the first instance
 * of a component belongs to the device; the others (`switch:1`) are counted as unknown.
 *
 * `aenergy`, `total_act` and `total_act_energy` count consumed energy. They are the billed register
 * and the import register; the returned energy is the export register.
 */
import type { EnergyRegisterField, MeasurementField } from '@busbar/domain/device/measurement';
import { TO_KILO, ValueCollector } from '../foreign/value-collector.ts';
import { isJsonObject, type JsonObject } from '../payload.ts';
import { quoted } from '../rejection.ts';

interface Component {
  readonly measured: readonly (readonly [key: string, field: MeasurementField, places?: number])[];
  readonly counted: readonly (readonly [path: string, registers: readonly EnergyRegisterField[]])[];
}

const CONSUMED = ['activeTotal', 'activeImport'] as const;
const RETURNED = ['activeExport'] as const;

const METERED_OUTPUT: Component = {
  measured: [
    ['voltage', 'voltageA'],
    ['current', 'currentA'],
    ['apower', 'activePower', TO_KILO],
    ['aprtpower', 'apparentPower', TO_KILO],
    ['pf', 'powerFactor'],
    ['freq', 'frequency'],
    ['temperature.tC', 'temperature'],
  ],
  counted: [
    ['aenergy.total', CONSUMED],
    ['ret_aenergy.total', RETURNED],
  ],
};

const COMPONENTS: ReadonlyMap<string, Component> = new Map([
  ['switch:0', METERED_OUTPUT],
  ['pm1:0', METERED_OUTPUT],
  [
    'em:0',
    {
      measured: [
        ['a_voltage', 'voltageA'],
        ['b_voltage', 'voltageB'],
        ['c_voltage', 'voltageC'],
        ['a_current', 'currentA'],
        ['b_current', 'currentB'],
        ['c_current', 'currentC'],
        ['a_act_power', 'activePowerA', TO_KILO],
        ['b_act_power', 'activePowerB', TO_KILO],
        ['c_act_power', 'activePowerC', TO_KILO],
        ['a_aprt_power', 'apparentPowerA', TO_KILO],
        ['b_aprt_power', 'apparentPowerB', TO_KILO],
        ['c_aprt_power', 'apparentPowerC', TO_KILO],
        ['a_pf', 'powerFactorA'],
        ['b_pf', 'powerFactorB'],
        ['c_pf', 'powerFactorC'],
        ['a_freq', 'frequency'],
        ['total_act_power', 'activePower', TO_KILO],
        ['total_aprt_power', 'apparentPower', TO_KILO],
      ],
      counted: [],
    },
  ],
  [
    'emdata:0',
    {
      measured: [],
      counted: [
        ['total_act', CONSUMED],
        ['total_act_ret', RETURNED],
      ],
    },
  ],
  [
    'em1:0',
    {
      measured: [
        ['voltage', 'voltageA'],
        ['current', 'currentA'],
        ['act_power', 'activePower', TO_KILO],
        ['aprt_power', 'apparentPower', TO_KILO],
        ['pf', 'powerFactor'],
        ['freq', 'frequency'],
      ],
      counted: [],
    },
  ],
  [
    'em1data:0',
    {
      measured: [],
      counted: [
        ['total_act_energy', CONSUMED],
        ['total_act_ret_energy', RETURNED],
      ],
    },
  ],
]);

/** What a status reports about the output of the switch. */
export interface ShellySwitch {
  readonly output: boolean;
  /** What switched the output last; undefined if the status does not name it. */
  readonly source: string | undefined;
  /** True if a protection of the device is active. */
  readonly hasError: boolean;
}

export interface ShellyStatus {
  readonly values: ValueCollector;
  /** Undefined if the status does not contain the output. */
  readonly output: ShellySwitch | undefined;
  /** Number of components that are not read. */
  readonly unknown: number;
}

/** Reads the components of a status, whole or partial. */
export function readComponents(status: JsonObject): ShellyStatus {
  const values = new ValueCollector();
  let output: ShellySwitch | undefined;
  let unknown = 0;
  for (const [name, content] of Object.entries(status)) {
    const component = COMPONENTS.get(name);
    if (component === undefined) {
      unknown += 1;
      continue;
    }
    if (!isJsonObject(content)) {
      values.reject('not-an-object', `${name}: ${quoted(content)} is no object`);
      continue;
    }
    if (content.id !== undefined && content.id !== 0) {
      values.reject('bad-address', `${name}: ${quoted(content.id)} is not its id`);
      continue;
    }
    readValues(name, content, component, values);
    if (name === 'switch:0') output = readSwitch(content, values);
  }
  return { values, output, unknown };
}

function readValues(
  name: string,
  content: JsonObject,
  { measured, counted }: Component,
  values: ValueCollector,
): void {
  for (const [path, field, places] of measured) {
    values.measure(field, valueAt(content, path), `${name} ${path}`, places);
  }
  for (const [path, registers] of counted) {
    const rejected = values.rejected.length;
    for (const register of registers) {
      // A value that is rejected for the first register is not reported again for the second.
      if (values.rejected.length > rejected) break;
      values.count(register, valueAt(content, path), `${name} ${path}`, TO_KILO);
    }
  }
}

/** A path has at most two keys. Without an object at the first, its text is the (wrong) value. */
function valueAt(content: JsonObject, path: string): unknown {
  const [key = '', inner] = path.split('.');
  const value = content[key];
  if (inner === undefined || value === undefined || value === null) return value;
  return isJsonObject(value) ? value[inner] : quoted(value);
}

function readSwitch(content: JsonObject, values: ValueCollector): ShellySwitch | undefined {
  const { output, source, errors } = content;
  if (output === undefined) return undefined;
  if (typeof output !== 'boolean') {
    values.reject('wrong-type', `switch:0 output: ${quoted(output)} is not true or false`);
    return undefined;
  }
  return {
    output,
    source: typeof source === 'string' ? source : undefined,
    hasError: Array.isArray(errors) && errors.length > 0,
  };
}
