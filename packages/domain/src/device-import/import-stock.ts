/** What rows of an import are judged against: what the caller may name, and which codes are used. */
import type { DeviceKind } from '../device/device-type.ts';

export interface StockType {
  readonly id: number;
  readonly name: string;
  readonly kind: DeviceKind;
  /** s. */
  readonly expectedIntervalS: number;
}

export interface StockGroup {
  readonly id: number;
  /** From the group of the caller down to its own. */
  readonly names: readonly string[];
  /** What the group gives to new devices whose row names no tariff; absent: the system's. */
  readonly rateId?: number;
  /** s; absent: as the type says. */
  readonly expectedIntervalS?: number;
}

export interface StockRate {
  readonly id: number;
  readonly name: string;
  readonly isDefault: boolean;
}

/** A living device that bears a code. */
export interface Bearer {
  /** The caller sees it in the device list. False: nothing may be told of it. */
  readonly isOwn: boolean;
  readonly deviceId: number;
  readonly kind: DeviceKind;
  readonly typeId: number;
  readonly expectedIntervalS: number;
}

export interface ImportStock {
  readonly types: readonly StockType[];
  readonly groups: readonly StockGroup[];
  /** Where a row without a group goes. */
  readonly ownGroupId: number;
  readonly rates: readonly StockRate[];
  /** By code, of the codes `codesToAsk` names. */
  readonly bearers: ReadonlyMap<string, Bearer>;
}

/** Upper and lower case, and blanks, are alike in a name a person wrote. */
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

/** Ids by the group's own name, or by as many names above it, with `/` between, as tell it apart. */
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

/** The key a written name is looked up under. */
export function nameKey(written: string): string {
  return plain(written);
}

/** The same for a group, whose name may be a path. */
export function groupKey(written: string): string {
  return pathOf(written.split('/'));
}
