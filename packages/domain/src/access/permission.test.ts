import { describe, expect, it } from 'vitest';
import {
  CUSTOMER_PERMISSIONS,
  isCustomerPermission,
  may,
  mayGrant,
  permissionsOf,
  ROLE_PERMISSIONS,
} from './permission.ts';
import { ROLES } from './role.ts';

describe('permission table', () => {
  it.each([
    ['viewer', 'data.read', true],
    ['viewer', 'report.make', true],
    ['viewer', 'device.switch', false],
    ['viewer', 'alarm.handle', false],
    ['auditor', 'audit.read', true],
    ['auditor', 'device.switch', false],
    ['auditor', 'user.manage', false],
    ['operator', 'device.switch', true],
    ['operator', 'protection.write', true],
    ['operator', 'tariff.write', true],
    ['operator', 'settlement.write', false],
    ['operator', 'lock.override', false],
    ['operator', 'audit.read', false],
    ['engineer', 'device.remove', true],
    ['engineer', 'forwarding.manage', true],
    ['engineer', 'energy.correct', false],
    ['engineer', 'user.manage', false],
    ['admin', 'role.manage', true],
    ['admin', 'audit.read', true],
    ['admin', 'customer.manage', false],
    ['admin', 'operations.read', false],
    ['platform', 'customer.manage', true],
    ['platform', 'data.read', false],
    ['platform', 'device.switch', false],
  ] as const)('gives %s the permission %s: %s', (role, permission, expected) => {
    expect(may({ role }, permission)).toBe(expected);
  });

  it('gives the administrator all permissions of a customer and none of the platform', () => {
    expect(ROLE_PERMISSIONS.admin).toEqual(CUSTOMER_PERMISSIONS);
    expect(ROLE_PERMISSIONS.platform.filter(isCustomerPermission)).toEqual([]);
  });

  it('gives every role of a customer the permission to read screens', () => {
    for (const role of ROLES) expect(may({ role }, 'data.read')).toBe(role !== 'platform');
  });
});

describe('permission holder', () => {
  it('has only the permissions of its custom role', () => {
    const holder = { role: 'admin', permissions: ['data.read', 'key.manage'] } as const;
    expect(permissionsOf(holder)).toEqual(['data.read', 'key.manage']);
    expect(may(holder, 'user.manage')).toBe(false);
  });

  it('has no permissions without a role', () => {
    expect(permissionsOf({})).toEqual([]);
    expect(may({ role: undefined, permissions: null }, 'data.read')).toBe(false);
  });

  it.each([
    [{ role: 'admin' }, ['device.switch', 'user.manage'], true],
    [{ role: 'engineer' }, ['device.switch'], true],
    [{ role: 'engineer' }, ['device.switch', 'user.manage'], false],
    [{ role: 'viewer' }, [], true],
    [{ role: 'platform' }, ['data.read'], false],
    [{ role: 'admin', permissions: ['role.manage'] }, ['data.read'], false],
  ] as const)('%j may grant %j: %s', (giver, given, expected) => {
    expect(mayGrant(giver, given)).toBe(expected);
  });
});
