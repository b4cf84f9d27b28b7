/**
 * Prepares the fields of a request before it is validated.
 *
 * Forms send an unfilled field as an empty text or as null. Such a value is removed, so that an
 * optional field is absent and a required field is missing. A field whose schema accepts the empty
 * value retains it: there it means "clear this".
 *
 * Identifiers are texts, but some responses contain them as numbers, and clients send back what
 * they received: an integer is converted to text.
 *
 * Flags are sent as booleans, as the texts true and false, and as 0 and 1
 * (docs/specification/protection.md 4.1): each form is converted to a boolean if the schema accepts
 * only booleans.
 */
import type { TSchema } from 'typebox';
import { literalBranch, type UnionBranch } from './literal-branch.ts';

const FLAGS = new Map<unknown, boolean>([
  [1, true],
  ['1', true],
  ['true', true],
  [0, false],
  ['0', false],
  ['false', false],
]);

type Accepts = (schema: TSchema, value: unknown) => boolean;

interface Node {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly type?: string;
  readonly 'x-identifier'?: true;
}

/** Changes `value` in place if possible, and returns the result. */
export function tidyFields(schema: TSchema, value: unknown, accepts: Accepts): unknown {
  const { properties, items, anyOf = [] } = schema as Node;
  const meant = anyOf[literalBranch(anyOf as readonly UnionBranch[], value) ?? -1];
  if (meant !== undefined) return tidyFields(meant, value, accepts);
  if (Number.isSafeInteger(value) && isIdentifier(schema)) return String(value);
  const flag = FLAGS.get(value);
  if (flag !== undefined && isFlag(schema) && !accepts(schema, value)) return flag;
  if (Array.isArray(value) && items !== undefined) {
    value.forEach((item, i) => {
      value[i] = tidyFields(items, item, accepts);
    });
    return value;
  }
  if (properties === undefined || typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  for (const [name, property] of Object.entries(properties)) {
    if (!Object.hasOwn(fields, name)) continue;
    const field = fields[name];
    const isEmpty = field === '' || field === null;
    if (!isEmpty) fields[name] = tidyFields(property, field, accepts);
    else if (!accepts(property, field)) delete fields[name];
  }
  return value;
}

function isFlag(schema: TSchema): boolean {
  const { anyOf, type } = schema as Node;
  return type === 'boolean' || (anyOf?.some((branch) => isFlag(branch)) ?? false);
}

function isIdentifier(schema: TSchema): boolean {
  const { anyOf, 'x-identifier': isMarked } = schema as Node;
  return isMarked === true || (anyOf?.some((branch) => isIdentifier(branch)) ?? false);
}
