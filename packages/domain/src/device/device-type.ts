/**
 * Kinds of devices, derived from the name of the device type by the prefix rules of
 * docs/specification/devices.md 1.1. MT88C is checked before MT88, whose prefix it shares.
 */
import type { Refusal } from '../refusal.ts';

export const DEVICE_KINDS = ['main', 'gateway', 'hidden', 'dtu', 'meter', 'slave'] as const;

export type DeviceKind = (typeof DEVICE_KINDS)[number];

const PREFIXES: readonly (readonly [string, DeviceKind])[] = [
  ['MT61', 'main'],
  ['MT88C', 'gateway'],
  ['MT88', 'hidden'],
  ['HF-', 'dtu'],
  ['METER', 'meter'],
  ['SLAVE', 'slave'],
];

/** Ignores case; returns undefined if no rule matches the type. */
export function kindOfType(deviceTypeName: string): DeviceKind | undefined {
  const name = deviceTypeName.toUpperCase();
  return PREFIXES.find(([prefix]) => name.startsWith(prefix))?.[1];
}

/** Prefix of the type names of a kind. */
export function prefixOfKind(kind: DeviceKind): string {
  return PREFIXES.find(([, of]) => of === kind)?.[0] ?? '';
}

/** A gateway or a DTU: the codes of its slaves extend its own. */
export function canHaveSlaves(kind: DeviceKind | undefined): boolean {
  return kind === 'gateway' || kind === 'dtu';
}

/** Maximum length, in characters. */
export const DEVICE_TYPE_NAME_LENGTH = 30;
/** Seconds between two reports. */
export const SHORTEST_INTERVAL_S = 10;
export const LONGEST_INTERVAL_S = 86_400;

const TYPE_NAME = /^[A-Za-z0-9][A-Za-z0-9 ._-]*$/;

/** The kind of a type never changes: a new name must have the prefix of that kind. */
export function typeNameRefusal(name: string, kind: DeviceKind): Refusal | undefined {
  const fits = name.length <= DEVICE_TYPE_NAME_LENGTH && TYPE_NAME.test(name);
  return fits && kindOfType(name) === kind ? undefined : 'device-type-name-invalid';
}

export function intervalRefusal(seconds: number): Refusal | undefined {
  const fits =
    Number.isInteger(seconds) && seconds >= SHORTEST_INTERVAL_S && seconds <= LONGEST_INTERVAL_S;
  return fits ? undefined : 'interval-invalid';
}

/** The fixed band of a kind; undefined if only the device itself can report it. */
export function bandOfKind(kind: DeviceKind): string | undefined {
  return kind === 'dtu' ? '4G' : undefined;
}
