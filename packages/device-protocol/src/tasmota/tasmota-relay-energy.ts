/** Energy monitors of Tasmota devices with several relays, and relays that are no breakers. */
import type { ValueCollector } from '../foreign/value-collector.ts';
import { isJsonObject, type JsonObject } from '../payload.ts';
import { COUNTER_KEYS, readEnergy, sensorsOf } from './tasmota-energy.ts';

/** True if the message has more than one power, so that it depends on the relays what they are. */
export function hasSeveralPowers(message: JsonObject): boolean {
  const { ENERGY: energy } = sensorsOf(message);
  return isJsonObject(energy) && Array.isArray(energy.Power) && energy.Power.length > 1;
}

/** Quantities that all relays share if they are a single number. */
const COMMON: ReadonlySet<string> = new Set(['Voltage', 'Frequency']);

/**
 * Reads an energy monitor with one power for each of several relays: the values of each relay, in
 * their order. A single register counts the whole device, and belongs to the first relay only.
 * Returns undefined if the powers are not those of the relays; they are then those of phases.
 */
export function readSensorsOfRelays(
  message: JsonObject,
  relays: number,
): readonly ValueCollector[] | undefined {
  const { ENERGY: energy } = sensorsOf(message);
  if (relays < 2 || !isJsonObject(energy) || !Array.isArray(energy.Power)) return undefined;
  if (energy.Power.length !== relays) return undefined;
  return Array.from({ length: relays }, (_, at) => {
    const own = Object.entries(energy).flatMap(([key, value]): [string, unknown][] => {
      if (Array.isArray(value)) return value.length === relays ? [[key, single(value[at])]] : [];
      return at === 0 || COMMON.has(key) ? [[key, value]] : [];
    });
    return readEnergy(Object.fromEntries(own));
  });
}

/** True if the message has a register of its own for each of several relays (`SetOption129 1`). */
export function countsEachRelay(message: JsonObject): boolean {
  const { ENERGY: energy } = sensorsOf(message);
  return isJsonObject(energy) && COUNTER_KEYS.some((key) => Array.isArray(energy[key]));
}

/** A list in the place of a number is no number of this relay, and no list of phases either. */
const single = (value: unknown): unknown => (Array.isArray(value) ? {} : value);

const SHUTTER = /^SHUTTER-?[0-9]+$/i;

/** True if relays of the device drive the motor of a shutter. */
export function hasShutter(message: JsonObject): boolean {
  return Object.keys(sensorsOf(message)).some((key) => SHUTTER.test(key));
}
