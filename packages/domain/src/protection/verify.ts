/**
 * Compares the parameters of a device with the written ones, by value and not by text, so that
 * `275` equals `275.0` and `FF` equals `00`.
 */
import type { ProtectionDefinition, Values } from './definition.ts';

/** By wire name, for each written field: true if verified, false if different or not reported. */
export type Verified = Readonly<Record<string, boolean>>;

export function verifyValues(
  definition: ProtectionDefinition,
  written: Values,
  found: Values,
): Verified {
  return Object.fromEntries(
    definition.fields
      .filter(({ name }) => written[name] !== undefined)
      .map(({ name, wire }) => [wire, written[name] === found[name]]),
  );
}

/** Wire names of the fields that differ from the written values. */
export function differentFields(verified: Verified): string[] {
  return Object.keys(verified).filter((wire) => verified[wire] !== true);
}
