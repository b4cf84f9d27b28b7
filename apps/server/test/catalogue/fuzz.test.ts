/**
 * docs/promises.md H1, H7: every call with inputs that no client should send. No response is a 5xx,
 * violates its schema or reveals internals; prototypes stay unchanged.
 */

import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { answerSchema } from '@busbar/contract/envelope';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { seed, size } from '../support/sizes.ts';
import { isOfPlatform } from './call-role.ts';
import { buildCatalogueFixture } from './catalogue-fixture.ts';
import { exampleRequest, type Request, send } from './requests.ts';

const INPUTS_PER_CALL = size('fuzzInputs');
const SEED = seed('fuzzInputs', 20_261_120);
const calls: readonly CallSpec[] = CATALOGUE;
const ajv = new Ajv({ strict: false });
const INSIDE = /at .+\.(ts|js):\d|select .+ from|node_modules|syntax error|relation "/i;

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '0',
    '-1',
    -1,
    0,
    1.5,
    1e308,
    2 ** 53,
    100000,
    1e9,
    4294967296,
    '0000-01-01 00:00:00',
    '9999-12-31 23:59:59',
    '2026-02-30 10:00:00',
    -62135596800000,
    253402300799999,
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    "'; drop table device; --",
    '%00',
    '\u0000',
    '\ud800',
    '\u202e',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    'a'.repeat(5000),
    [],
    {},
    [[]],
    { __proto__: { admin: true } },
    { constructor: { prototype: { admin: true } } },
    true,
    false,
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.jsonValue({ maxDepth: 3 }),
);

function mutate(request: Request, call: CallSpec, choose: number, value: unknown): Request {
  const copy = structuredClone(request);
  const fields = (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.keys(call[part]?.properties ?? {}).map((name) => [part, name] as const),
  );
  const [part, name] =
    fields[choose % Math.max(1, fields.length)] ?? (['body', 'anything'] as const);
  copy[part][name] = value;
  return copy;
}

describeWithDatabase('calls with invalid input', (database) => {
  const world = fixture(() => buildCatalogueFixture(database));

  it.each(calls.map((call) => [call.name, call] as const))(
    '%s answers without a server error',
    async (_name, call) => {
      const role = isOfPlatform(call) ? 'platform' : 'admin';
      const validate = ajv.compile(answerSchema(call));
      const example = exampleRequest(call, world.own, world.own.users[role].userId);
      let token = await world.token(role);
      const inputs = fc.sample(
        fc.record({
          choose: fc.nat(),
          second: fc.nat(),
          value: nasty,
          other: nasty,
          raw: fc.boolean(),
        }),
        { numRuns: INPUTS_PER_CALL, seed: SEED },
      );
      for (const input of inputs) {
        const request = mutate(
          mutate(example, call, input.choose, input.value),
          call,
          input.second,
          input.choose % 3 === 0 ? input.other : input.value,
        );
        // The body is sometimes not even an object, or not even JSON.
        const raw =
          input.choose % 11 === 0
            ? `${JSON.stringify(input.other) ?? ''}${input.raw ? '}' : ''}`
            : undefined;
        const answer = await send(world.app, call, request, token, raw);
        if (answer.statusCode === 401) token = await world.token(role);
        expect(answer.statusCode, `${call.name} ${JSON.stringify(request)}`).toBeLessThan(500);
        expect(answer.body).not.toMatch(INSIDE);
        const type = String(answer.headers['content-type']).split(';', 1)[0];
        if (type !== 'application/json') {
          // The response is a file of a type that the call declares.
          expect(call.file ?? []).toContain(type);
          continue;
        }
        const body = answer.json() as Record<string, unknown>;
        if (answer.statusCode === 200) {
          expect(
            validate(body),
            `${answer.body.slice(0, 300)} ${JSON.stringify(validate.errors)}`,
          ).toBe(true);
        } else {
          expect(typeof body.msg).toBe('string');
        }
      }
      expect(({} as Record<string, unknown>).admin).toBeUndefined();
    },
  );
});
