/**
 * One protection, whole: contract, codec, form and tests are derived from its definition. What a
 * field's value must be is in `field.ts`, its text in `field-text.ts`.
 */
import type { FieldValue, ProtectionField } from './field.ts';
import type { ParameterSet } from './parameter-set.ts';
import type { Rating } from './rating.ts';

/** The sets of the automatic protection screen; what slaves do is another matter. */
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

/** Why a field cannot be as it is. */
export interface FieldProblem {
  /** Its wire name. */
  readonly field: string;
  readonly kind: (typeof PROBLEM_KINDS)[number];
  /** What `out-of-bounds`, `not-above` and `not-below` ask of it. */
  readonly min?: number;
  readonly max?: number;
  /** What `off-step` asks of it. */
  readonly step?: number;
}

export type Values = Readonly<Record<string, FieldValue>>;

export interface ProtectionDefinition {
  readonly name: ProtectionName;
  /** Last part of the calls below `/parameter/` (docs/specification/calls.md 5.1 and 5.2). */
  readonly readCall: string;
  readonly saveCall: string;
  /** Message type of the real-time channel that brings its values. */
  readonly messageType: string;
  readonly fields: readonly ProtectionField[];
  /** What holds between fields; asked only of values that are well by themselves. */
  problemsBetween(values: Values, rating: Rating): FieldProblem[];
}

/** Declares a protection, keeping the literal types of its fields. */
export function defineProtection<const D extends ProtectionDefinition>(definition: D): D {
  return definition;
}
