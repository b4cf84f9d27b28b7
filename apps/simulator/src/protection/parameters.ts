/**
 * The parameter sets of a device with their factory values, under wire names and as text
 * (docs/specification/protection.md 4.1). The platform checks the limits; a device accepts any
 * value of a known field.
 */
import type { JsonObject } from '@busbar/device-protocol/payload';
import type { ProtectionDefinition, ProtectionName } from '@busbar/domain/protection/definition';
import { PROTECTIONS } from '@busbar/domain/protection/protections/protections';
import { writeRecord } from '@busbar/domain/protection/values';

export type Values = Readonly<Record<string, string | JsonObject>>;

/** The sets that a device stores; the states of its slaves are read from their contacts. */
export type StoredSet = ProtectionName;

const FACTORY = Object.fromEntries(
  PROTECTIONS.map((definition) => [
    definition.name,
    writeRecord(definition, factoryOf(definition)),
  ]),
) as Readonly<Record<StoredSet, Values>>;

function factoryOf({ fields }: ProtectionDefinition) {
  return Object.fromEntries(fields.map((field) => [field.name, field.default]));
}

export function isStoredSet(name: string): name is StoredSet {
  return Object.hasOwn(FACTORY, name);
}

export class Parameters {
  /** Parameter sets that were written; the others have their factory values. */
  readonly #sets = new Map<StoredSet, Values>();

  constructor(stored: ReadonlyMap<StoredSet, Values> = new Map()) {
    for (const [name, values] of stored) this.write(name, values);
  }

  snapshot(): ReadonlyMap<StoredSet, Values> {
    return this.#sets;
  }

  read(name: StoredSet): Values {
    return this.#sets.get(name) ?? FACTORY[name];
  }

  /** Returns the values in force; undefined, without any change, if the set lacks a field. */
  write(name: StoredSet, data: JsonObject): Values | undefined {
    const now = this.read(name);
    if (!Object.keys(data).every((field) => Object.hasOwn(now, field))) return undefined;
    const stored = Object.fromEntries(
      Object.entries(data).map(([field, value]) => [field, asStored(value)]),
    );
    const next = { ...now, ...stored };
    this.#sets.set(name, next);
    return next;
  }
}

function asStored(value: unknown): string | JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : String(value);
}
