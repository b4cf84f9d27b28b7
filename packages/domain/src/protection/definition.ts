/**
 * Complete definition of one protection, from which contract, codec, form and tests are derived.
 * The values of a field are defined in `field.ts`, their text form in `field-text.ts`.
 */
import type { FieldValue, ProtectionField } from './field.ts';
import type { ParameterSet } from './parameter-set.ts';
import type { Rating } from './rating.ts';

/** The parameter sets on the automatic protection screen; slave control is not one of them. */
export type ProtectionName = Exclude<ParameterSet, 'slaveControl'>;

export const PROBLEM_KINDS = [
  'missing',
  'unreadable',
  'out-of-bounds',
  'off-step',
  'not-above',
  'not-below',
  'first-slot',
  'slot-gap',
  'not-opening',
] as const;

/** A validation error of a field. */
export interface FieldProblem {
  /** Wire name of the field. */
  readonly field: string;
  readonly kind: (typeof PROBLEM_KINDS)[number];
  /** Required bounds, for `out-of-bounds`, `not-above` and `not-below`. */
  readonly min?: number;
  readonly max?: number;
  /** Required step, for `off-step`. */
  readonly step?: number;
}

export type Values = Readonly<Record<string, FieldValue>>;

export interface ProtectionDefinition {
  readonly name: ProtectionName;
  /** Last path segment of calls below `/parameter/` (docs/specification/calls.md 5.1 and 5.2). */
  readonly readCall: string;
  readonly saveCall: string;
  /** Message type in which the values are sent on the real-time channel. */
  readonly messageType: string;
  readonly fields: readonly ProtectionField[];
  /** Checks constraints between fields; only called with values that are valid individually. */
  problemsBetween(values: Values, rating: Rating): FieldProblem[];
}

/** Declares a protection and preserves the literal types of its fields. */
export function defineProtection<const D extends ProtectionDefinition>(definition: D): D {
  return definition;
}
