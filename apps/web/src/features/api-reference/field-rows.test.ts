import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import type { SchemaObject } from '@busbar/contract/openapi';
import { describe, expect, it } from 'vitest';
import { fieldRows } from './field-rows.ts';

const rows = (properties: Record<string, SchemaObject>, required: string[] = []) =>
  fieldRows({ type: 'object', properties, required }).map(({ name, isRequired, kinds }) => [
    name,
    isRequired,
    kinds,
  ]);

describe('the field rows of a schema', () => {
  it('show bounds and required fields', () => {
    expect(
      rows(
        {
          name: { type: 'string', minLength: 1, maxLength: 64 },
          note: { type: 'string', maxLength: 9 },
          n: { type: 'integer', minimum: 0 },
          kw: { type: 'number' },
          on: { type: 'boolean' },
        },
        ['name'],
      ),
    ).toEqual([
      ['name', true, [{ kind: 'text', least: 1, most: 64 }]],
      ['note', false, [{ kind: 'text', most: 9 }]],
      ['n', false, [{ kind: 'whole', least: 0 }]],
      ['kw', false, [{ kind: 'number' }]],
      ['on', false, [{ kind: 'flag' }]],
    ]);
  });

  it('list the choices of a field once, however they are nested', () => {
    const id: SchemaObject = { anyOf: [{ type: 'integer' }, { type: 'string' }] };
    const choice: SchemaObject = {
      anyOf: [{ const: 'open' }, { const: 2 }, id, { type: 'null' }, { type: 'integer' }],
    };
    expect(rows({ op: choice })).toEqual([
      [
        'op',
        false,
        [
          { kind: 'values', values: ['"open"', '2'] },
          { kind: 'whole' },
          { kind: 'text' },
          { kind: 'empty' },
        ],
      ],
    ]);
  });

  it('descend into objects, lists and records, also if they are nullable', () => {
    const inner: SchemaObject = { type: 'object', properties: { id: { type: 'integer' } } };
    const names = fieldRows({
      type: 'object',
      properties: {
        one: { anyOf: [inner, { type: 'null' }] },
        many: { type: 'array', maxItems: 3, items: inner },
        codes: { type: 'array', items: { type: 'string' } },
        map: { type: 'object', patternProperties: { '^.*$': inner } },
        either: { anyOf: [inner, inner] },
      },
    }).map(({ name }) => name);
    expect(names).toEqual([
      'one',
      'one.id',
      'many',
      'many[].id',
      'codes',
      'codes[]',
      'map',
      'map.*',
      'map.*.id',
      'either',
      'either.id',
    ]);
  });

  it('contain every field of every body in the contract once', () => {
    for (const call of CATALOGUE as readonly CallSpec[]) {
      if (call.body === undefined) continue;
      const names = fieldRows(call.body as SchemaObject).map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
      expect(names).toEqual(expect.arrayContaining(Object.keys(call.body.properties)));
    }
  });
});
