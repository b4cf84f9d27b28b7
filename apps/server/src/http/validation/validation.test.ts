/** Responses to requests that do not match the contract: unfilled fields, wrong values, no body. */
import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { type TSchema, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { explainValidation, type SchemaError } from './explain-validation.ts';
import { validatorCompiler } from './validation.ts';

type HttpPart = 'body' | 'querystring';

function validatorOf(schema: TSchema, httpPart: HttpPart) {
  const check = validatorCompiler({ schema, httpPart, method: 'POST', url: '/' }) as (
    input: unknown,
  ) => { value?: unknown; error?: unknown };
  return (input: unknown) => {
    const { value, error } = check(structuredClone(input));
    const problem =
      error === undefined ? undefined : explainValidation(httpPart, error as SchemaError[]);
    return { value, problem };
  };
}

const parts = (CATALOGUE as readonly CallSpec[]).flatMap(({ name, body, query }) => [
  ...(body === undefined ? [] : [{ name, httpPart: 'body' as const, schema: body }]),
  ...(query === undefined ? [] : [{ name, httpPart: 'querystring' as const, schema: query }]),
]);

describe('a flag', () => {
  const schema = Type.Object({
    handled: Type.Optional(Type.Literal(true)),
    enabled: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    text: Type.Optional(Type.Union([Type.Boolean(), Type.String()])),
    count: Type.Optional(Type.Integer()),
  });

  it.each(['body', 'querystring'] as const)(
    'is accepted as 0, 1 and their texts in a %s',
    (part) => {
      const answer = validatorOf(schema, part);
      for (const sent of [true, 1, '1', 'true']) {
        expect(answer({ handled: sent, enabled: sent }).value).toEqual({
          handled: true,
          enabled: true,
        });
      }
      for (const sent of [false, 0, '0', 'false']) {
        expect(answer({ enabled: sent }).value).toEqual({ enabled: false });
      }
    },
  );

  it.each([2, -1, 'yes', 'TRUE', {}, []])('is rejected as %j', (sent) => {
    const answer = validatorOf(schema, 'body');
    expect(answer({ enabled: sent }).problem).toMatchObject({ field: 'enabled' });
    expect(answer({ handled: 0 }).problem).toMatchObject({ field: 'handled' });
  });

  it('stays unchanged if the schema accepts its value as it is', () => {
    const sent = { text: 'true', count: 1 };
    expect(validatorOf(schema, 'body')(sent).value).toEqual(sent);
  });
});

describe('an unfilled field', () => {
  const answer = validatorOf(
    Type.Object({
      kind: Type.Integer(),
      note: Type.Optional(Type.String()),
      until: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
      size: Type.Optional(Type.Integer()),
      data: Type.Optional(Type.Object({ switch: Type.Optional(Type.Literal('open')) })),
      rows: Type.Optional(Type.Array(Type.Object({ id: Type.Optional(Type.Integer()) }))),
    }),
    'body',
  );

  it.each([
    ['an optional number sent as empty text', { kind: 1, size: '' }, { kind: 1 }],
    ['an optional number sent as null', { kind: 1, size: null }, { kind: 1 }],
    ['a field of a nested object', { kind: 1, data: { switch: '' } }, { kind: 1, data: {} }],
    ['a field of a row', { kind: 1, rows: [{ id: '' }] }, { kind: 1, rows: [{}] }],
  ])('is removed: %s', (_name, sent, read) => {
    expect(answer(sent).value).toEqual(read);
  });

  it('is retained if its empty value clears the field', () => {
    const cleared = { kind: 1, note: '', until: null };
    expect(answer(cleared).value).toEqual(cleared);
  });

  it.each([{}, { kind: '' }, { kind: null }, undefined, null])(
    'is reported as missing if it is required: %j',
    (sent) => {
      expect(answer(sent).problem).toMatchObject({ isMissing: true, field: 'kind' });
    },
  );

  it.each(parts)(
    'is absent or reported as missing in $name ($httpPart)',
    ({ schema, httpPart }) => {
      const answerOf = validatorOf(schema, httpPart);
      const required = new Set((schema as { required?: string[] }).required);
      for (const field of Object.keys(schema.properties)) {
        for (const empty of ['', null]) {
          const { problem } = answerOf({ [field]: empty });
          // The reported field may be another required field that is also missing.
          if (required.size === 0) expect(problem, field).toBeUndefined();
          else if (problem !== undefined) expect(problem.isMissing, problem.msg).toBe(true);
        }
      }
    },
  );

  it.each(parts.filter(({ schema }) => (schema as { required?: string[] }).required === undefined))(
    'is absent in a request without a body: $name ($httpPart)',
    ({ schema, httpPart }) => {
      expect(validatorOf(schema, httpPart)(undefined).problem).toBeUndefined();
    },
  );
});

describe('a wrong value', () => {
  it.each([
    [
      Type.Union([Type.Literal('open'), Type.Literal('close')]),
      'x',
      'must be one of open or close',
    ],
    [Type.Union([Type.Literal(true), Type.Literal(false)]), 'ALL', 'must be one of true or false'],
    [
      Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]+$' })]),
      'x',
      'must be a whole number or a text',
    ],
    [Type.Union([Type.Literal(1), Type.Number()]), 'x', 'must be 1 or a number'],
    [Type.Literal('open'), 'x', 'must be open'],
    [Type.Integer(), 1.5, 'must be a whole number'],
    [Type.Integer({ maximum: 28 }), 29, 'must be at most 28'],
    [Type.String({ maxLength: 3 }), 'four', 'must have at most 3 characters'],
    [Type.String({ minLength: 1 }), 7, 'must be a text'],
    [Type.Array(Type.String(), { maxItems: 1 }), ['a', 'b'], 'must have at most 1 entries'],
    [Type.Boolean(), 'yes', 'must be true or false'],
  ])('is explained in a sentence: %#', (schema, value, requirement) => {
    const { problem } = validatorOf(Type.Object({ field: schema }), 'body')({ field: value });
    expect(problem).toEqual({
      isMissing: false,
      field: 'field',
      msg: `Bad request: field ${requirement}`,
    });
  });

  it.each(parts)(
    'is explained without schema terms in $name ($httpPart)',
    ({ schema, httpPart }) => {
      const answerOf = validatorOf(schema, httpPart);
      for (const field of Object.keys(schema.properties)) {
        for (const wrong of [{}, [], 'no such value', -1.5, 7, true]) {
          const { problem } = answerOf({ [field]: wrong });
          if (problem === undefined) continue;
          expect(problem.msg).not.toMatch(
            /integer|string|constant|pattern|must NOT|allowed values|anyOf/,
          );
          expect(problem.field, problem.msg).toBeDefined();
        }
      }
    },
  );
});

describe('a union with a discriminating literal', () => {
  const answer = validatorOf(
    Type.Object({
      table: Type.Union([
        Type.Object({
          kind: Type.Union([Type.Literal('a'), Type.Literal('b')]),
          order: Type.String(),
          rows: Type.Array(Type.Object({ count: Type.Integer(), on: Type.Boolean() })),
        }),
        Type.Object({
          kind: Type.Literal('c'),
          rows: Type.Array(Type.Object({ bytes: Type.Integer(), on: Type.Boolean() })),
        }),
      ]),
    }),
    'body',
  );
  const sent = { table: { kind: 'c', rows: [{ bytes: 1, on: 1, other: 2 }], order: 'x' } };

  it('is tidied like other objects, without fields of the others', () => {
    expect(answer(sent)).toEqual({
      value: { table: { kind: 'c', rows: [{ bytes: 1, on: true }] } },
      problem: undefined,
    });
    const first = { kind: 'b', order: '', rows: [{ count: 1, on: 'false' }] };
    expect(answer({ table: first }).value).toEqual({
      table: { ...first, rows: [{ count: 1, on: false }] },
    });
  });

  it.each([
    [{ kind: 'c', rows: [{ bytes: 'x', on: true }] }, 'table.rows.0.bytes must be a whole number'],
    [{ kind: 'c', rows: [{ on: true }] }, 'table.rows.0.bytes is required'],
    [{ kind: 'a', rows: [] }, 'table.order is required'],
    [{ kind: 'b', order: 'x', rows: [{ count: 1.5, on: true }] }, 'table.rows.0.count must be'],
    [{ kind: 'd', rows: [] }, 'table.kind must be one of a, b or c'],
    [{ rows: [] }, 'table.kind is required'],
    ['text', 'table must be an object'],
  ])('is refused with the field of the one that is meant: %j', (table, sentence) => {
    const { problem } = answer({ table });
    expect(problem?.msg).toContain(`Bad request: ${sentence}`);
    expect(sentence.startsWith(problem!.field!)).toBe(true);
  });
});

describe('an identifier', () => {
  /** Identifiers that are never numbers in responses. */
  const texts = ['client_id', 'import_id'];
  const answer = validatorOf(
    Type.Object({
      id: Type.String({ 'x-identifier': true }),
      ids: Type.Optional(Type.Array(Type.String({ 'x-identifier': true }))),
    }),
    'body',
  );

  it('is accepted as a number, as in the response that contained it', () => {
    expect(answer({ id: 534_112_731, ids: [1, '2'] }).value).toEqual({
      id: '534112731',
      ids: ['1', '2'],
    });
  });

  it.each(
    parts.flatMap(({ name, httpPart, schema }) =>
      Object.entries((schema as { properties: Record<string, TSchema> }).properties)
        .filter(([field]) => /(^|_)ids?$|Ids?$/.test(field) && !texts.includes(field))
        .map(([field, of]) => ({ name, httpPart, field, of })),
    ),
  )('can be a number: $name, $field of the $httpPart', ({ httpPart, field, of }) => {
    const answerOf = validatorOf(Type.Object({ [field]: of }), httpPart);
    const sent = 'items' in of ? [534_112_731] : 534_112_731;
    expect(answerOf({ [field]: sent }).problem).toBeUndefined();
  });

  it('is not converted from another type', () => {
    expect(answer({ id: 1.5 }).problem?.msg).toBe('Bad request: id must be a text');
  });
});
