import { expect, it } from 'vitest';
import type { CallSpec } from './call.ts';
import { CATALOGUE } from './catalogue.ts';

const calls: readonly CallSpec[] = CATALOGUE;
/** Permissions of the platform administrator. */
const PLATFORM = ['customer.manage', 'reference.write', 'configuration.write', 'operations.read'];

it('only public calls and calls of the platform administrator have the scope platform', () => {
  const wrong = calls.filter(
    ({ who, scope }) => (scope === 'platform') !== (who === 'public' || PLATFORM.includes(who)),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

it('every call with the scope customer requires a permission', () => {
  const open = calls.filter(({ scope, who }) => scope === 'customer' && who === 'signed-in');
  expect(open.map(({ name }) => name)).toEqual([]);
});
