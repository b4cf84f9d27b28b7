import { expect, it } from 'vitest';
import { groupsOfClaim } from './group-role.ts';
import { isStorable } from './storable-text.ts';
import { userNames } from './user-names.ts';

it.each([
  ['', true],
  ['anna', true],
  ['𠀀', true],
  ['a\u0000b', false],
  ['a\ud800', false],
  ['\udc00a', false],
  ['\udc00\ud800', false],
])('text %j can be stored: %s', (text, expected) => {
  expect(isStorable(text)).toBe(expected);
});

it('groups and names that cannot be stored are ignored', () => {
  expect(groupsOfClaim(['a\u0000', 'staff', 'b\ud800'])).toEqual(['staff']);
  const names = userNames({ preferredUsername: 'abc\ud800def', name: 'Anna' }, () => 'x');
  expect(names[0]).toBe('Anna');
});
