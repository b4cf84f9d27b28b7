/** Reference data for import validation: names the caller may use, and codes already in use. */
import type { DeviceKind } from '../device/device-type.ts';
import type { DeviceProtocol } from '../device/protocol/device-protocol.ts';

export interface StockType {
  readonly id: number;
  readonly name: string;
  readonly kind: DeviceKind;
  /** In seconds. */
  readonly expectedIntervalS: number;
}

export interface StockGroup {
  readonly id: number;
  /** Names of the groups from the caller's group down to this group. */
  readonly names: readonly string[];
  /** Default tariff of the group for rows without one; if absent, the system default applies. */
  readonly rateId?: number;
  /** In seconds; if absent, the default of the type applies. */
  readonly expectedIntervalS?: number;
}

export interface StockRate {
  readonly id: number;
  readonly name: string;
  readonly isDefault: boolean;
}

/** An existing device with this code. */
export interface Bearer {
  /** True if the device is in the caller's list. If false, nothing about it may be disclosed. */
  readonly isOwn: boolean;
  readonly deviceId: number;
  readonly kind: DeviceKind;
  /** Protocol over MQTT, which slaves of the device get. */
  readonly protocol: DeviceProtocol;
  readonly typeId: number;
  readonly expectedIntervalS: number;
}

export interface ImportStock {
  readonly types: readonly StockType[];
  readonly groups: readonly StockGroup[];
  /** Group of the rows that name no group. */
  readonly ownGroupId: number;
  readonly rates: readonly StockRate[];
  /** Devices by code, for the codes returned by `codesToCheck`. */
  readonly bearers: ReadonlyMap<string, Bearer>;
}

/** Ignores case and spaces in a name typed by a person. */
function plain(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

export function typesByName(types: readonly StockType[]): ReadonlyMap<string, StockType> {
  return new Map(types.map((type) => [plain(type.name), type]));
}

/** Ids by name. */
export function idsByName(
  named: readonly { readonly id: number; readonly name: string }[],
): ReadonlyMap<string, readonly number[]> {
  const ids = new Map<string, number[]>();
  for (const { id, name } of named) put(ids, plain(name), id);
  return ids;
}

/**
 * Ids keyed by the group's name, or by its name preceded by as many ancestors as needed to be
 * unique, joined by `/`.
 */
export function groupsByName(
  groups: readonly StockGroup[],
): ReadonlyMap<string, readonly number[]> {
  const ids = new Map<string, number[]>();
  for (const { id, names } of groups) {
    for (let from = 0; from < names.length; from += 1) put(ids, pathOf(names.slice(from)), id);
  }
  return ids;
}

function put(ids: Map<string, number[]>, name: string, id: number): void {
  const known = ids.get(name);
  if (known === undefined) ids.set(name, [id]);
  else if (!known.includes(id)) known.push(id);
}

function pathOf(names: readonly string[]): string {
  return names.map(plain).join('/');
}

/** Lookup key of a typed name. */
export function nameKey(written: string): string {
  return plain(written);
}

/** Lookup key of a typed group name, which may be a path. */
export function groupKey(written: string): string {
  return pathOf(written.split('/'));
}
