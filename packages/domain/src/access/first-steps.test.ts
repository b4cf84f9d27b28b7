import { expect, it } from 'vitest';
import { FIRST_STEPS, firstStepsFor } from './first-steps.ts';
import type { PermissionHolder } from './permission.ts';

const NONE_DONE = {
  organisation: false,
  tariff: false,
  groups: false,
  device: false,
  users: false,
  notification: false,
};

it.each<[string, PermissionHolder, string[]]>([
  ['an administrator has every step in order', { role: 'admin' }, [...FIRST_STEPS]],
  [
    'an engineer has those of an engineer',
    { role: 'engineer' },
    ['tariff', 'device', 'notification'],
  ],
  ['a viewer has the test notification', { role: 'viewer' }, ['notification']],
  ['the platform administrator has none', { role: 'platform' }, []],
  [
    'a custom role has those of its permissions',
    { role: 'viewer', permissions: ['data.read', 'user.manage'] },
    ['users', 'notification'],
  ],
])('%s', (_, holder, expected) => {
  expect(firstStepsFor(holder, NONE_DONE).map(({ key }) => key)).toEqual(expected);
});

it('every step has the state of its own fact', () => {
  for (const key of FIRST_STEPS) {
    const steps = firstStepsFor({ role: 'admin' }, { ...NONE_DONE, [key]: true });
    expect(steps.filter(({ done }) => done)).toEqual([{ key, done: true }]);
  }
});
