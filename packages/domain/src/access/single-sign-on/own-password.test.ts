import { expect, it } from 'vitest';
import { maySignInByPassword } from './own-password.ts';

const [linked, allowed, root, password] = [true, true, true, true];

it.each([
  // password, linked, passwords allowed, root group, role, may sign in
  [password, !linked, !allowed, !root, 'viewer', true],
  [password, linked, allowed, !root, 'viewer', true],
  [password, linked, !allowed, root, 'viewer', false],
  [password, linked, !allowed, root, 'admin', true],
  [password, linked, !allowed, !root, 'admin', false],
  [password, linked, !allowed, root, 'engineer', false],
  [!password, linked, allowed, root, 'admin', false],
  [!password, !linked, allowed, root, 'admin', false],
] as const)(
  'password %s, linked %s, allowed %s, root group %s, %s: %s',
  (hasPassword, isLinked, allowsPasswords, inRoot, role, expected) => {
    const state = { hasPassword, isLinked, allowsPasswords, inRoot };
    expect(maySignInByPassword({ role }, state)).toBe(expected);
  },
);
