import { describe, expect, it } from 'vitest';
import type { Permission, PermissionHolder } from './permission.ts';
import {
  disableRefusal,
  isAdministering,
  owesSecondFactor,
  requirementRefusal,
} from './second-factor-rule.ts';

const own = (...permissions: Permission[]): PermissionHolder => ({ role: 'viewer', permissions });
const ADMIN: PermissionHolder = { role: 'admin' };
const HELPDESK = own('data.read', 'user.manage');
const ROLE_MAKER = own('data.read', 'role.manage');
/** A custom role copied from the administrator, without the administrative permissions. */
const FORMER = { role: 'admin', permissions: ['data.read', 'device.switch'] } as const;

describe('administering users', () => {
  it.each<[string, PermissionHolder, boolean]>([
    ['an administrator', ADMIN, true],
    ['a user manager', HELPDESK, true],
    ['a role manager', ROLE_MAKER, true],
    ['an administrator role without both permissions', FORMER, false],
    ['an engineer', { role: 'engineer' }, false],
    ['an auditor', { role: 'auditor' }, false],
    ['a platform user', { role: 'platform' }, false],
    ['the platform itself', {}, false],
  ])('are identified: %s', (_name, holder, expected) => {
    expect(isAdministering(holder)).toBe(expected);
  });
});

describe('required second factor', () => {
  it.each<[string, PermissionHolder, boolean, boolean, boolean]>([
    ['is due for an administrator without one', ADMIN, true, false, true],
    ['is due for a user manager', HELPDESK, true, false, true],
    ['is due for a role manager', ROLE_MAKER, true, false, true],
    ['is not due for a user who has one', ADMIN, true, true, false],
    ['is not due while it is not required', ADMIN, false, false, false],
    ['is not due for other users', { role: 'engineer' }, true, false, false],
    ['is not due for a former administrator', FORMER, true, false, false],
    ['is not due for the platform', { role: 'platform' }, true, false, false],
  ])('%s', (_name, holder, factorRequired, hasFactor, expected) => {
    expect(owesSecondFactor(holder, { factorRequired, hasFactor })).toBe(expected);
  });
});

describe('removal of a second factor', () => {
  it.each<[string, PermissionHolder, boolean, string | undefined]>([
    ['an administrator while it is required', ADMIN, true, 'second-factor-stays'],
    ['a role manager while it is required', ROLE_MAKER, true, 'second-factor-stays'],
    ['an administrator while it is not required', ADMIN, false, undefined],
    ['a user who does not administer', { role: 'operator' }, true, undefined],
  ])('is validated for %s', (_name, holder, factorRequired, expected) => {
    expect(disableRefusal(holder, factorRequired)).toBe(expected);
  });
});

describe('requirement of a second factor', () => {
  it.each<[string, PermissionHolder, boolean, boolean, string | undefined]>([
    ['an administrator of the root group with a second factor', ADMIN, true, true, undefined],
    ['an administrator without a second factor', ADMIN, true, false, 'own-second-factor-first'],
    ['an administrator of a lower group', ADMIN, false, true, 'second-factor-rule-of-root'],
    ['a user manager', HELPDESK, true, true, 'second-factor-rule-of-root'],
    ['a role manager', ROLE_MAKER, true, true, 'second-factor-rule-of-root'],
    [
      'an administrator of a lower group without a second factor',
      ADMIN,
      false,
      false,
      'second-factor-rule-of-root',
    ],
  ])('is validated for %s', (_name, holder, inRoot, hasFactor, expected) => {
    expect(requirementRefusal(holder, { inRoot, hasFactor })).toBe(expected);
  });
});
