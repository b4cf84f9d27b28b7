/**
 * Whether a device holds what it was told to: compared by value and not by text, so that `275` is
 * `275.0` and `FF` is `00`.
 */
import type { ProtectionDefinition, Values } from './definition.ts';

/** By wire name, for each field that was written: true verified, false different or not said. */
export type Verified = Readonly<Record<string, boolean>>;

export function verifyValues(
  definition: ProtectionDefinition,
  written: Values,
  found: Values,
): Verified {
  return Object.fromEntries(
    definition.fields
      .filter(({ word }) => written[word] !== undefined)
      .map(({ word, wire }) => [wire, written[word] === found[word]]),
  );
}

/** Wire names of the fields that are not as written. */
export function differentFields(verified: Verified): string[] {
  return Object.keys(verified).filter((wire) => verified[wire] !== true);
}
