/**
 * Tests that every call that accepts a name typed by a person declares how markup in it is refused.
 */
import { describe, expect, it } from 'vitest';
import type { CallSpec } from './call.ts';
import { CATALOGUE } from './catalogue.ts';
import { NAME_FIELDS, VALIDATED_BY_THE_CALL } from './name-fields.ts';

interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly patternProperties?: Readonly<Record<string, Shape>>;
}

/** Returns the paths of all text fields of a body. */
function textsOf(shape: Shape, at: readonly string[] = []): string[] {
  const below = [
    ...Object.entries(shape.properties ?? {}).flatMap(([key, of]) => textsOf(of, [...at, key])),
    ...(shape.items === undefined ? [] : textsOf(shape.items, [...at, '*'])),
    ...Object.values(shape.patternProperties ?? {}).flatMap((of) => textsOf(of, [...at, '*'])),
    ...(shape.anyOf ?? []).flatMap((of) => textsOf(of, at)),
  ];
  return shape.type === 'string' && shape.const === undefined ? [at.join('.')] : below;
}

/** Field names that look like the name of something. */
const NAME_LIKE =
  /(^|[._])names?(\.|\d?$)|[a-z]Name$|^(chinese|english)_code$|contact|^worker$|title$|caption$/;

/** Fields that match the pattern but do not store a name. */
const NO_NAME: Readonly<Record<string, string>> = {
  'v1.device.addOrUpdate manufactureName': 'always empty (docs/specification/devices.md 3.5)',
  'v2.device-information.photos.add caption': 'a sentence under a picture, shown as text alone',
  'v2.device-types.change was.name': 'what the caller saw before',
  'v2.wall-layouts.save instead_of.name': 'which layout gives way',
};

const calls = (CATALOGUE as readonly CallSpec[]).filter(
  ({ effect, body }) => effect !== 'read' && body !== undefined,
);
const known = (name: string): readonly string[] => [
  ...(NAME_FIELDS[name] ?? []),
  ...((VALIDATED_BY_THE_CALL as Record<string, { fields: readonly string[] }>)[name]?.fields ?? []),
];
const fits = (path: string, pattern: string) =>
  path === pattern ||
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}$`).test(path);

describe('name fields', () => {
  it('are all declared or listed with the reason for the exception', () => {
    const missing = calls.flatMap(({ name, body }) =>
      [...new Set(textsOf(body as Shape))]
        .filter((path) => NAME_LIKE.test(path))
        .filter((path) => !known(name).some((pattern) => fits(path, pattern)))
        .map((path) => `${name} ${path}`),
    );
    expect(missing.toSorted()).toEqual(Object.keys(NO_NAME).toSorted());
  });

  it('belong to existing calls and fields', () => {
    const listed = [...Object.keys(NAME_FIELDS), ...Object.keys(VALIDATED_BY_THE_CALL)];
    const absent = listed.flatMap((name) => {
      const body = calls.find((call) => call.name === name)?.body;
      const paths = body === undefined ? [] : textsOf(body as Shape);
      return known(name)
        .filter((pattern) => !paths.some((path) => fits(path, pattern)))
        .map((pattern) => `${name} ${pattern}`);
    });
    expect(absent).toEqual([]);
  });
});
