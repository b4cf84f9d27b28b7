/**
 * The wire schema of a protection's parameters, generated from its definition (domain
 * `protection/protections.ts`). The schema only requires small scalars under the known names; the
 * domain validates each field, so that the response can name the invalid one.
 */
import type { ProtectionDefinition } from '@busbar/domain/protection/definition';
import { type TextRecord, writeRecord } from '@busbar/domain/protection/values';
import { type TSchema, Type } from 'typebox';

/** The specified type is text; older clients send numbers and booleans. */
const Given = Type.Union([
  Type.String({ maxLength: 16 }),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
]);

type GivenValue = string | number | boolean | null;
export type GivenRecord = Readonly<
  Record<string, GivenValue | Readonly<Record<string, GivenValue>>>
>;

export function protectionBody(definition: ProtectionDefinition) {
  const flat: Record<string, TSchema> = {};
  const nested: Record<string, Record<string, TSchema>> = {};
  for (const { wire } of definition.fields) {
    const [name = '', inner] = wire.split('.');
    if (inner === undefined) flat[name] = Type.Optional(Given);
    else nested[name] = { ...nested[name], [inner]: Type.Optional(Given) };
  }
  for (const [name, fields] of Object.entries(nested)) {
    flat[name] = Type.Optional(Type.Object(fields));
  }
  return Type.Unsafe<GivenRecord>(Type.Object(flat));
}

/** The factory settings of a device for 230 V and 63 A: an example that passes validation. */
export function protectionExample(definition: ProtectionDefinition): TextRecord {
  const values = Object.fromEntries(definition.fields.map((field) => [field.name, field.default]));
  return writeRecord(definition, values);
}
