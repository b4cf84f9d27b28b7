import { expect, it } from 'vitest';
import { hasSameAccess } from './same-access.ts';
import type { Session } from './session.ts';
import type { SessionUser } from './session-user.ts';

const USER: SessionUser = {
  group_name: 'Harbour',
  group_id: 3,
  in_root_group: true,
  first_steps: true,
  user_id: 7,
  user_name: 'mira',
  zone_id: 1,
  zone: 'Asia/Shanghai',
  role_type: 'operator',
  role_name: 'operator',
  permissions: ['data.read', 'device.switch'],
  customer_name: 'Harbour Power',
};
const EXPIRED = {
  token: 'first',
  resetPassword: false,
  secondFactorDue: false,
  user: USER,
} as unknown as Session;
const of = (user: Partial<Session['user']>): Session => ({
  ...EXPIRED,
  token: 'next',
  user: { ...USER, ...user },
});

it.each<[string, Session, boolean]>([
  ['goes on for the same user', of({}), true],
  ['goes on for a user with a new name', of({ user_name: 'renamed' }), true],
  ['ends for another user', of({ user_id: 8 }), false],
  ['ends for a user who was moved to another group', of({ group_id: 9_999 }), false],
  ['ends for a user with other permissions', of({ permissions: [] }), false],
])('a page with unsaved input %s', (_name, session, isSame) => {
  expect(hasSameAccess(session, EXPIRED)).toBe(isSame);
});
