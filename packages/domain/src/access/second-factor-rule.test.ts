import { describe, expect, it } from 'vitest';
import type { Permission, PermissionHolder } from './permission.ts';
import {
  isAdministering,
  owesSecondFactor,
  whyNotSetRequirement,
  whyNotTurnOff,
} from './second-factor-rule.ts';

const own = (...permissions: Permission[]): PermissionHolder => ({ role: 'viewer', permissions });
const ADMIN: PermissionHolder = { role: 'admin' };
const HELPDESK = own('data.read', 'user.manage');
const ROLE_MAKER = own('data.read', 'role.manage');
/** A custom role copied from the administrator, without the administrative permissions. */
const FORMER = { role: 'admin', permissions: ['data.read', 'device.switch'] } as const;

describe('who administers', () => {
  it.each<[string, PermissionHolder, boolean]>([
    ['an administrator', ADMIN, true],
    ['who manages users', HELPDESK, true],
    ['who manages roles', ROLE_MAKER, true],
    ['an administrator’s role without both', FORMER, false],
    ['an engineer', { role: 'engineer' }, false],
    ['an auditor', { role: 'auditor' }, false],
    ['the platform', { role: 'platform' }, false],
    ['the platform itself', {}, false],
  ])('%s', (_name, holder, expected) => {
    expect(isAdministering(holder)).toBe(expected);
  });
});

describe('a second factor is owed', () => {
  it.each<[string, PermissionHolder, boolean, boolean, boolean]>([
    ['by who administers, has none, while it is required', ADMIN, true, false, true],
    ['by who manages users alone', HELPDESK, true, false, true],
    ['by who manages roles alone', ROLE_MAKER, true, false, true],
    ['not by who has one', ADMIN, true, true, false],
    ['not while it is not required', ADMIN, false, false, false],
    ['not by others', { role: 'engineer' }, true, false, false],
    ['not by who lost those rights', FORMER, true, false, false],
    ['not by the platform', { role: 'platform' }, true, false, false],
  ])('%s', (_name, holder, factorRequired, hasFactor, expected) => {
    expect(owesSecondFactor(holder, { factorRequired, hasFactor })).toBe(expected);
  });
});

describe('turning the own one off', () => {
  it.each<[string, PermissionHolder, boolean, string | undefined]>([
    ['while it is required', ADMIN, true, 'second-factor-stays'],
    ['while it is required, of who manages roles alone', ROLE_MAKER, true, 'second-factor-stays'],
    ['while it is not required', ADMIN, false, undefined],
    ['of who does not administer', { role: 'operator' }, true, undefined],
  ])('%s', (_name, holder, factorRequired, expected) => {
    expect(whyNotTurnOff(holder, factorRequired)).toBe(expected);
  });
});

describe('requiring it of all', () => {
  it.each<[string, PermissionHolder, boolean, boolean, string | undefined]>([
    ['of the topmost group, with one', ADMIN, true, true, undefined],
    ['without one', ADMIN, true, false, 'own-second-factor-first'],
    ['of a group below', ADMIN, false, true, 'second-factor-rule-of-root'],
    ['who manages users alone', HELPDESK, true, true, 'second-factor-rule-of-root'],
    ['who manages roles alone', ROLE_MAKER, true, true, 'second-factor-rule-of-root'],
    ['below and without one', ADMIN, false, false, 'second-factor-rule-of-root'],
  ])('%s', (_name, holder, inRoot, hasFactor, expected) => {
    expect(whyNotSetRequirement(holder, { inRoot, hasFactor })).toBe(expected);
  });
});
