import { describe, expect, it } from 'vitest';
import { claimOf, groupsOfClaim, matchingRow } from './group-role.ts';

describe('groups of a claim', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['a list of names', ['staff', 'admins'], ['staff', 'admins']],
    ['one name', 'staff', ['staff']],
    ['an empty list', [], []],
    ['no claim', undefined, []],
    ['null', null, []],
    ['an empty name', ['', 'staff'], ['staff']],
    ['a number and an object in the list', [1, { name: 'staff' }, 'ops'], ['ops']],
    ['a list in the list', [['staff']], []],
    ['an object', { staff: true }, []],
  ])('are read from %s', (_name, claim, groups) => {
    expect(groupsOfClaim(claim)).toEqual(groups);
  });

  it('are read up to a limit', () => {
    const many = Array.from({ length: 5_000 }, (_, i) => `g${i}`);
    expect(groupsOfClaim(many)).toHaveLength(2_000);
  });
});

describe('value of a claim', () => {
  const claims = {
    groups: ['a'],
    realm_access: { roles: ['b'] },
    'https://example.org/groups': ['c'],
    'x.y': ['d'],
    x: { y: ['e'] },
  };

  it.each<[string, unknown]>([
    ['groups', ['a']],
    ['realm_access.roles', ['b']],
    ['https://example.org/groups', ['c']],
    ['x.y', ['d']],
    ['realm_access.more', undefined],
    ['groups.length', undefined],
    ['__proto__', undefined],
    ['constructor.name', undefined],
    ['toString', undefined],
  ])('of %s is its own property or path', (name, value) => {
    expect(claimOf(claims, name)).toEqual(value);
  });
});

describe('matching row', () => {
  const rows = [
    { providerGroup: 'admins' },
    { providerGroup: 'staff' },
    { providerGroup: 'Staff' },
  ];

  it.each<[readonly string[], string | undefined]>([
    [['staff', 'admins'], 'admins'],
    [['staff'], 'staff'],
    [['Staff'], 'Staff'],
    [['STAFF', 'staff '], undefined],
    [[], undefined],
  ])('of %j is the first of the table: %s', (groups, expected) => {
    expect(matchingRow(rows, groups)?.providerGroup).toBe(expected);
  });
});
