import { describe, expect, it } from 'vitest';
import type { PermissionHolder } from './permission.ts';
import { whyNotManage } from './user-rule.ts';

const HELPDESK: PermissionHolder = {
  role: 'viewer',
  permissions: ['data.read', 'report.make', 'log.read', 'user.manage'],
};

describe('touching an account', () => {
  it.each<[string, PermissionHolder, PermissionHolder, string | undefined]>([
    ['of an equal', { role: 'admin' }, { role: 'admin' }, undefined],
    ['of somebody with less', HELPDESK, { role: 'viewer' }, undefined],
    ['of somebody with more', HELPDESK, { role: 'operator' }, 'user-above-own'],
    ['of an administrator by a helper', HELPDESK, { role: 'admin' }, 'user-above-own'],
    ['of a helper by an administrator', { role: 'admin' }, HELPDESK, undefined],
    ['of the platform', { role: 'admin' }, { role: 'platform' }, 'user-above-own'],
    [
      'whose own role may less than its built-in one',
      HELPDESK,
      { role: 'admin', permissions: ['data.read'] },
      undefined,
    ],
  ])('%s', (_name, actor, target, refusal) => {
    expect(whyNotManage({ userId: 1, ...actor }, { userId: 2, ...target })).toBe(refusal);
  });

  it('that is one’s own is refused before all else', () => {
    const admin = { userId: 1, role: 'admin' } as const;
    expect(whyNotManage(admin, admin)).toBe('own-account-fixed');
  });
});
