import { expect, it } from 'vitest';
import type { CallSpec } from './call.ts';
import { CATALOGUE } from './catalogue.ts';

const calls: readonly CallSpec[] = CATALOGUE;
/** Of the platform administrator. */
const PLATFORM = ['customer.manage', 'reference.write', 'configuration.write', 'operations.read'];

it('gives the scope platform to public calls and those of the platform administrator alone', () => {
  const wrong = calls.filter(
    ({ who, scope }) => (scope === 'platform') !== (who === 'public' || PLATFORM.includes(who)),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

it('asks a permission for every call on the customer as a whole', () => {
  const open = calls.filter(({ scope, who }) => scope === 'customer' && who === 'signed-in');
  expect(open.map(({ name }) => name)).toEqual([]);
});
