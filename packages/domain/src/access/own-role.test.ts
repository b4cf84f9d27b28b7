import { describe, expect, it } from 'vitest';
import {
  isCustomerRole,
  isRightsAdministrator,
  overreachRefusal,
  ROLE_NAME_LENGTH,
  readPermissions,
  roleDifference,
  roleNameRefusal,
} from './own-role.ts';
import { CUSTOMER_PERMISSIONS, ROLE_PERMISSIONS } from './permission.ts';

describe('name of a custom role', () => {
  it.each([
    ['Night shift', [], undefined],
    ['夜班', ['Night shift'], undefined],
    ['x'.repeat(ROLE_NAME_LENGTH), [], undefined],
    ['🔌'.repeat(ROLE_NAME_LENGTH), [], undefined],
    ['', [], 'role-name-invalid'],
    ['x'.repeat(ROLE_NAME_LENGTH + 1), [], 'role-name-invalid'],
    ['<b>Night</b>', [], 'role-name-invalid'],
    ['a > b', [], 'role-name-invalid'],
    ['Night Shift', ['night shift'], 'role-name-taken'],
    ['ＮＩＧＨＴ', ['night'], 'role-name-taken'],
  ] as const)('is validated: %s with the other names %j returns %s', (name, others, expected) => {
    expect(roleNameRefusal(name, others)).toBe(expected);
  });
});

describe('permissions of a custom role', () => {
  it.each([
    [[], ['data.read']],
    [
      ['key.manage', 'device.switch', 'key.manage'],
      ['data.read', 'device.switch', 'key.manage'],
    ],
    [[...CUSTOMER_PERMISSIONS].reverse(), CUSTOMER_PERMISSIONS],
    [['data.read', 'customer.manage'], undefined],
    [['nothing'], undefined],
    [[1], undefined],
  ])('are stored from %j as %j', (given, expected) => {
    expect(readPermissions(given)).toEqual(expected);
  });
});

describe('grant of a role', () => {
  it.each([
    [{ role: 'admin' }, [ROLE_PERMISSIONS.admin], undefined],
    [{ role: 'engineer' }, [ROLE_PERMISSIONS.operator], undefined],
    [{ role: 'engineer' }, [ROLE_PERMISSIONS.auditor], 'role-exceeds-giver'],
    // The previous permissions are checked too: a user cannot reduce a role that has more
    // permissions than their own.
    [{ role: 'engineer' }, [ROLE_PERMISSIONS.admin, ['data.read']], 'role-exceeds-giver'],
    [
      { role: 'admin', permissions: ['data.read', 'role.manage'] },
      [['data.read', 'key.manage']],
      'role-exceeds-giver',
    ],
  ] as const)('is validated: %j grants %j, result %s', (giver, sets, expected) => {
    expect(overreachRefusal(giver, ...sets)).toBe(expected);
  });
});

it.each([
  [{ role: 'admin' }, true],
  [{ role: 'engineer' }, false],
  [{ role: 'platform' }, false],
  [{ role: 'admin', permissions: ['data.read', 'user.manage'] }, false],
  [{ role: 'viewer', permissions: ['user.manage', 'role.manage'] }, true],
] as const)('%j can restore permissions of others: %s', (holder, expected) => {
  expect(isRightsAdministrator(holder)).toBe(expected);
});

it('lists the gained and lost permissions of a role change in the order of the table', () => {
  expect(
    roleDifference(['data.read', 'key.manage', 'log.read'], ['device.switch', 'data.read']),
  ).toEqual({ gained: ['device.switch'], lost: ['log.read', 'key.manage'] });
});

it.each([
  ['admin', true],
  ['auditor', true],
  ['platform', false],
  ['root', false],
  [undefined, false],
])('%s is a built-in role of a customer: %s', (value, expected) => {
  expect(isCustomerRole(value)).toBe(expected);
});
