/**
 * Components in a status of a Shelly. The instances with the same number form a channel: `switch:1`
 * and `em1:1` belong to the second one.
 */
import { TO_KILO, ValueCollector } from '../foreign/value-collector.ts';
import { isJsonObject, type JsonObject } from '../payload.ts';
import { quoted } from '../rejection.ts';
import { COMPONENTS, type Component } from './component-table.ts';

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

const INSTANCE = /^([a-z0-9]+):(0|[1-9][0-9]{0,2})$/;

interface Instance {
  readonly component: Component;
  readonly index: number;
  readonly isSwitch: boolean;
}

/** Returns undefined for a component that is not read. */
function instanceOf(name: string): Instance | undefined {
  const [, family = '', index] = INSTANCE.exec(name) ?? [];
  const component = COMPONENTS.get(family);
  if (component === undefined) return undefined;
  return { component, index: Number(index), isSwitch: family === 'switch' };
}

export interface ShellyChannels {
  /** The components of each channel, by their number, which begins at 0. */
  readonly parts: ReadonlyMap<number, JsonObject>;
  /** Number of components that are not read. */
  readonly unknown: number;
}

/** Divides a status, whole or partial, into its channels. */
export function splitChannels(status: JsonObject): ShellyChannels {
  const parts = new Map<number, Record<string, unknown>>();
  let unknown = 0;
  for (const [name, content] of Object.entries(status)) {
    const index = instanceOf(name)?.index;
    if (index === undefined) unknown += 1;
    else parts.set(index, { ...parts.get(index), [name]: content });
  }
  return { parts, unknown };
}

/** Reads the components of a channel; all others are counted as unknown. */
export function readComponents(status: JsonObject, channel = 0): ShellyStatus {
  const values = new ValueCollector();
  let output: ShellySwitch | undefined;
  let unknown = 0;
  for (const [name, content] of Object.entries(status)) {
    const instance = instanceOf(name);
    if (instance?.index !== channel) {
      unknown += 1;
      continue;
    }
    if (!isJsonObject(content)) {
      values.reject('not-an-object', `${name}: ${quoted(content)} is no object`);
      continue;
    }
    if (content.id !== undefined && content.id !== channel) {
      values.reject('bad-address', `${name}: ${quoted(content.id)} is not its id`);
      continue;
    }
    readValues(name, content, instance.component, values);
    if (instance.isSwitch) output = readSwitch(name, content, values);
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

function readSwitch(
  name: string,
  content: JsonObject,
  values: ValueCollector,
): ShellySwitch | undefined {
  const { output, source, errors } = content;
  if (output === undefined) return undefined;
  if (typeof output !== 'boolean') {
    values.reject('wrong-type', `${name} output: ${quoted(output)} is not true or false`);
    return undefined;
  }
  return {
    output,
    source: typeof source === 'string' ? source : undefined,
    hasError: Array.isArray(errors) && errors.length > 0,
  };
}
