/**
 * The parameters of a protection as they travel, made from its definition (domain
 * `protection/protections.ts`). The shape asks only for small scalars under the known names; what
 * each must be is judged field by field by the domain, so that the answer can name the field.
 */
import type { ProtectionDefinition } from '@busbar/domain/protection/definition';
import { type TextRecord, writeRecord } from '@busbar/domain/protection/values';
import { type TSchema, Type } from 'typebox';

/** Text by rule; older clients send numbers and true or false. */
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

/** What a device of 230 V and 63 A leaves the factory with: an example that may be written. */
export function protectionExample(definition: ProtectionDefinition): TextRecord {
  const values = Object.fromEntries(definition.fields.map((field) => [field.word, field.default]));
  return writeRecord(definition, values);
}
