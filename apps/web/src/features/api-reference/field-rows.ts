/**
 * The schema of a request or a response as table rows: one row per field, nested fields under their
 * path (`data.list[].id`, `names.*`). A field that occurs in several alternatives is listed once.
 */
import type { SchemaObject } from '@busbar/contract/openapi';

/** Bounds of length, count or value; a side without a bound is absent. */
export interface Bounds {
  readonly least?: number;
  readonly most?: number;
}

export type FieldKind =
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | ({ readonly kind: 'text' | 'whole' | 'number' | 'list' } & Bounds)
  | { readonly kind: 'flag' | 'object' | 'empty' | 'any' };

export interface FieldRow {
  readonly name: string;
  readonly isRequired: boolean;
  /** The permitted values. */
  readonly kinds: readonly FieldKind[];
}

export function fieldRows(schema: SchemaObject, prefix = ''): FieldRow[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    rowsOf(`${prefix}${name}`, field, schema.required?.includes(name) ?? false),
  );
  const values = Object.values(schema.patternProperties ?? {}).flatMap((field) =>
    rowsOf(`${prefix}*`, field, false),
  );
  return [...own, ...values];
}

function rowsOf(name: string, schema: SchemaObject, isRequired: boolean): FieldRow[] {
  const shapes = variantsOf(schema);
  const row = { name, isRequired, kinds: kindsOf(shapes) };
  const inside = shapes.flatMap((shape) => {
    if (shape.type === 'object') return fieldRows(shape, `${name}.`);
    return shape.items === undefined ? [] : rowsOfItems(`${name}[]`, shape.items);
  });
  const names = inside.map((one) => one.name);
  return [row, ...inside.filter((one, index) => names.indexOf(one.name) === index)];
}

/** A list of objects has no row for its items, only the rows of their fields. */
function rowsOfItems(name: string, items: SchemaObject): FieldRow[] {
  const rows = rowsOf(name, items, true);
  return items.type === 'object' ? rows.slice(1) : rows;
}

function variantsOf(schema: SchemaObject): SchemaObject[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf.flatMap(variantsOf);
}

function kindsOf(shapes: readonly SchemaObject[]): FieldKind[] {
  const values = shapes.filter((shape) => shape.const !== undefined);
  const others = shapes.filter((shape) => shape.const === undefined).map(kindOf);
  const texts = others.map((kind) => JSON.stringify(kind));
  return [
    ...(values.length === 0
      ? []
      : [{ kind: 'values', values: values.map((shape) => JSON.stringify(shape.const)) } as const]),
    ...others.filter((_, index) => texts.indexOf(texts[index]!) === index),
  ];
}

function kindOf(shape: SchemaObject): FieldKind {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = shape;
  switch (shape.type) {
    case 'string':
      return { kind: 'text', ...bounds(minLength, maxLength) };
    case 'integer':
      return { kind: 'whole', ...bounds(minimum, maximum) };
    case 'number':
      return { kind: 'number', ...bounds(minimum, maximum) };
    case 'array':
      return { kind: 'list', ...bounds(minItems, maxItems) };
    case 'boolean':
      return { kind: 'flag' };
    case 'object':
      return { kind: 'object' };
    case 'null':
      return { kind: 'empty' };
    default:
      return { kind: 'any' };
  }
}

const bounds = (least: number | undefined, most: number | undefined): Bounds => ({
  ...(least === undefined ? {} : { least }),
  ...(most === undefined ? {} : { most }),
});
