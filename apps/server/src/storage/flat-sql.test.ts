import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { flat } from './flat-sql.ts';

it('writes the same SQL as one piece', () => {
  const names = sql.join(['id', 'name'].map((name) => sql.ref(`device.${name}`)));
  expect(flat(sql`select ${names}, ${sql.lit('x')}`).toOperationNode()).toMatchObject({
    kind: 'RawNode',
    sqlFragments: [`select "device"."id", "device"."name", 'x'`],
    parameters: [],
  });
});

it('refuses SQL with a parameter', () => {
  expect(() => flat(sql`select ${1}`)).toThrow('not constant: select $1');
});
