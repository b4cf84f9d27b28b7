/**
 * Converts between a record of wire names and the values of a protection, and validates the values.
 * A set is validated field by field, so that a form can show all errors at once.
 */
import { isClockTime } from '../clock-time.ts';
import type { FieldProblem, ProtectionDefinition, Values } from './definition.ts';
import type { FieldValue, ProtectionField, ValuesOfFields } from './field.ts';
import { readText, writeText } from './field-text.ts';
import { type Rating, voltageFactor } from './rating.ts';

/** The transmitted form: text, and for a timer slot an object of texts. */
export type TextRecord = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

type ValuesOf<D extends ProtectionDefinition> = ValuesOfFields<D['fields']>;

export interface ReadRecord {
  /** Values by the `name` of the field, without absent and unreadable fields. */
  readonly values: Values;
  /** Only of the kinds `missing` and `unreadable`. */
  readonly problems: readonly FieldProblem[];
}

/** Parses untrusted input. Fields that the definition does not contain are ignored. */
export function readRecord(definition: ProtectionDefinition, record: unknown): ReadRecord {
  const values: Record<string, FieldValue> = {};
  const problems: FieldProblem[] = [];
  for (const field of definition.fields) {
    const raw = rawOf(record, field.wire);
    if (raw === undefined || raw === '') {
      if (field.optional !== true) problems.push({ field: field.wire, kind: 'missing' });
      continue;
    }
    const value = readText(field, raw);
    if (value === undefined) problems.push({ field: field.wire, kind: 'unreadable' });
    else values[field.name] = value;
  }
  return closeSlots(definition, { values, problems });
}

/** Converts numbers and booleans to text; treats other values as unreadable, not as absent. */
function rawOf(record: unknown, wire: string): string | undefined {
  let value: unknown = record;
  for (const step of wire.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) {
      return undefined;
    }
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  if (value === undefined || value === null) return undefined;
  return typeof value === 'object' ? '?' : String(value);
}

/** The delay of a disabled slot is ignored, whatever its value. */
function closeSlots(definition: ProtectionDefinition, read: ReadRecord): ReadRecord {
  const values: Record<string, FieldValue> = { ...read.values };
  const closed = new Set<string>();
  for (const field of definition.fields) {
    if (field.kind !== 'delay' || values[`count${field.slot}`] !== null) continue;
    values[field.name] = null;
    closed.add(field.wire);
  }
  return { values, problems: read.problems.filter(({ field }) => !closed.has(field)) };
}

/** Returns the problems of the fields that cannot be written; empty if all are valid. */
export function problemsOf(
  definition: ProtectionDefinition,
  values: Values,
  rating: Rating,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const field of definition.fields) {
    const value = values[field.name];
    const problem = value === undefined ? undefined : problemOfField(field, value, rating);
    if (problem !== undefined) problems.push(problem);
  }
  const wrong = new Set(problems.map(({ field }) => field));
  const between = definition.problemsBetween(values, rating);
  return [...problems, ...between.filter(({ field }) => !wrong.has(field))];
}

/** Bounds of a field for a device of this rating; undefined if the field has none. */
export function limitsOf(
  field: ProtectionField,
  rating: Rating,
): { readonly min: number; readonly max: number } | undefined {
  if (field.kind !== 'number' && field.kind !== 'count' && field.kind !== 'delay') return undefined;
  const { min, max } = field;
  if (field.kind !== 'number' || field.ofRatedVoltage !== true) return { min, max };
  const factor = voltageFactor(rating);
  return { min: Math.round(min * factor * 10) / 10, max: Math.round(max * factor * 10) / 10 };
}

function problemOfField(
  field: ProtectionField,
  value: FieldValue,
  rating: Rating,
): FieldProblem | undefined {
  if (field.kind === 'time') {
    const isTime = typeof value === 'string' && isClockTime(value);
    return isTime ? undefined : { field: field.wire, kind: 'unreadable' };
  }
  const limits = limitsOf(field, rating);
  if (limits === undefined || typeof value !== 'number') return undefined;
  if (value < limits.min || value > limits.max) {
    return { field: field.wire, kind: 'out-of-bounds', ...limits };
  }
  const step = field.kind === 'number' ? field.step : 1;
  const steps = value / step;
  // The tolerance is needed because 275.3 / 0.1 is not a whole number in binary.
  if (Math.abs(steps - Math.round(steps)) < 1e-6) return undefined;
  return { field: field.wire, kind: 'off-step', step };
}

export type Checked =
  | { readonly ok: true; readonly values: Values }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

/** Validates a complete set to be written: readable, complete, within its bounds. */
export function checkRecord(
  definition: ProtectionDefinition,
  record: unknown,
  rating: Rating,
): Checked {
  const { values, problems } = readRecord(definition, record);
  const known = new Set(problems.map(({ field }) => field));
  const found = [
    ...problems,
    ...problemsOf(definition, values, rating).filter(({ field }) => !known.has(field)),
  ];
  return found.length === 0 ? { ok: true, values } : { ok: false, problems: found };
}

/** Returns the record to send; fields without a value are omitted. */
export function writeRecord(definition: ProtectionDefinition, values: Values): TextRecord {
  const record: Record<string, string | Record<string, string>> = {};
  for (const field of definition.fields) {
    const value = values[field.name];
    if (value === undefined) continue;
    const text = writeText(field, value);
    const [name = '', inner] = field.wire.split('.');
    if (inner === undefined) record[name] = text;
    else record[name] = { ...(record[name] as Record<string, string>), [inner]: text };
  }
  return record;
}

/** Factory defaults of a device of 230 V and 63 A. */
export function defaultsOf<const D extends ProtectionDefinition>(definition: D): ValuesOf<D> {
  return Object.fromEntries(
    definition.fields.map((field) => [field.name, field.default]),
  ) as ValuesOf<D>;
}
