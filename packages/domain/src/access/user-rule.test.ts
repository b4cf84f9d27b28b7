import { describe, expect, it } from 'vitest';
import type { PermissionHolder } from './permission.ts';
import { manageRefusal } from './user-rule.ts';

const HELPDESK: PermissionHolder = {
  role: 'viewer',
  permissions: ['data.read', 'report.make', 'log.read', 'user.manage'],
};

describe('management of an account', () => {
  it.each<[string, PermissionHolder, PermissionHolder, string | undefined]>([
    ['an account with equal permissions', { role: 'admin' }, { role: 'admin' }, undefined],
    ['an account with fewer permissions', HELPDESK, { role: 'viewer' }, undefined],
    ['an account with more permissions', HELPDESK, { role: 'operator' }, 'user-above-own'],
    ['an administrator account by a helpdesk user', HELPDESK, { role: 'admin' }, 'user-above-own'],
    ['a helpdesk account by an administrator', { role: 'admin' }, HELPDESK, undefined],
    ['a platform account', { role: 'admin' }, { role: 'platform' }, 'user-above-own'],
    [
      'a custom role with fewer permissions than its built-in role',
      HELPDESK,
      { role: 'admin', permissions: ['data.read'] },
      undefined,
    ],
  ])('is validated: %s', (_name, actor, target, refusal) => {
    expect(manageRefusal({ userId: 1, ...actor }, { userId: 2, ...target })).toBe(refusal);
  });

  it('is refused for the account of the caller before all other checks', () => {
    const admin = { userId: 1, role: 'admin' } as const;
    expect(manageRefusal(admin, admin)).toBe('own-account-fixed');
  });
});
