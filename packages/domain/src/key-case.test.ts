import { expect, expectTypeOf, it } from 'vitest';
import { camelCaseKeys, pickSnakeCase, snakeCase, snakeCaseKeys } from './key-case.ts';

const inside = {
  name: 'Hall 1',
  mainsMinV: 47.5,
  warningValue1: null as number | null,
  lngT: 8.5,
  nested: { leftAlone: true },
};
const outside = {
  name: 'Hall 1',
  mains_min_v: 47.5,
  warning_value_1: null as number | null,
  lng_t: 8.5,
  nested: { leftAlone: true },
};

it('translates the keys of a record in both directions', () => {
  expect(snakeCaseKeys(inside)).toEqual(outside);
  expect(camelCaseKeys(outside)).toEqual(inside);
  expectTypeOf(snakeCaseKeys(inside)).toEqualTypeOf(outside);
  expectTypeOf(camelCaseKeys(outside)).toEqualTypeOf(inside);
});

it('picks the listed keys of a record and no others', () => {
  const picked = pickSnakeCase(inside, 'name', 'mainsMinV');
  expect(picked).toStrictEqual({ name: 'Hall 1', mains_min_v: 47.5 });
  expectTypeOf(picked).toEqualTypeOf<{ name: string; mains_min_v: number }>();
});

it('does not add a picked key that the record does not have', () => {
  const picked = pickSnakeCase(
    { heldBy: 1 } as { heldBy: number; heldSince?: number },
    'heldSince',
  );
  expect(picked).toStrictEqual({});
  expectTypeOf(picked).toEqualTypeOf<{ held_since?: number }>();
});

it('leaves optional keys optional', () => {
  expectTypeOf(camelCaseKeys({} as { in_use?: boolean })).toEqualTypeOf<{ inUse?: boolean }>();
});

it('translates each name of a path', () => {
  expect(snakeCase('users.0.cutV')).toBe('users.0.cut_v');
});
