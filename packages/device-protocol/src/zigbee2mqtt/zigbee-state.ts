/** Values and position in the message of a Zigbee device. */
import { ValueCollector } from '../foreign/value-collector.ts';
import type { JsonObject } from '../payload.ts';
import { quoted } from '../rejection.ts';
import type { ZigbeeDefinition, ZigbeeMeasured, ZigbeeSwitch } from './zigbee-exposes.ts';

export interface ZigbeeState {
  readonly values: ValueCollector;
  /** Undefined if the message does not contain the position. */
  readonly isClosed: boolean | undefined;
}

export function readZigbeeState(
  { output, measured, counted }: ZigbeeDefinition,
  message: JsonObject,
): ZigbeeState {
  const values = new ValueCollector();
  for (const { property, field, places } of measured) {
    values.measure(field, message[property], property, places);
  }
  addPhases(measured, values);
  for (const { property, register, places } of counted) {
    values.count(register, message[property], property, places);
  }
  return { values, isClosed: output && positionOf(output, message[output.property], values) };
}

const PHASES = ['activePowerA', 'activePowerB', 'activePowerC'] as const;
/** Decimal places of a sum: more than any device sends. */
const SUM_PLACES = 9;

/** A device that describes the powers of three phases may have no property of their sum. */
function addPhases(measured: readonly ZigbeeMeasured[], { measurement }: ValueCollector): void {
  if (measured.some(({ field }) => field === 'activePower')) return;
  const powers = PHASES.map((field) => measurement[field]).filter((one) => one !== undefined);
  if (powers.length < PHASES.length) return;
  const sum = powers.reduce((before, one) => before + one, 0);
  measurement.activePower = Number(sum.toFixed(SUM_PLACES));
}

function positionOf(
  { property }: ZigbeeSwitch,
  value: unknown,
  values: ValueCollector,
): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (value === 'ON') return true;
  if (value === 'OFF') return false;
  values.reject('unknown-word', `${property}: ${quoted(value)} is not known`);
  return undefined;
}

/** Payload that switches the output. */
export function encodeZigbeeSwitch({ property }: ZigbeeSwitch, close: boolean): string {
  return JSON.stringify({ [property]: close ? 'ON' : 'OFF' });
}

/** Payload that requests the position. */
export function encodeZigbeeGet({ property }: ZigbeeSwitch): string {
  return JSON.stringify({ [property]: '' });
}
