import { describe, expect, it } from 'vitest';
import type { SsoSettings } from './api/use-settings.ts';
import { bodyOf, draftOf, fieldOf, movedUp, withRow } from './settings-draft.ts';

const SETTINGS: SsoSettings = {
  revision: 3,
  name: 'Example',
  issuer: 'https://login.example.org',
  client_id: 'busbar',
  has_secret: true,
  group_claim: 'groups',
  creates_users: true,
  allows_passwords: false,
  groups: [
    { provider_group: 'admins', role: 'admin', own_role_id: null, group_id: 1 },
    { provider_group: 'staff', role: 'viewer', own_role_id: 7, group_id: 2 },
  ],
  sign_in_address: '',
  callback_address: '',
  signed_out_address: '',
  logout_address: '',
};
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

describe('draft of the settings', () => {
  it('returns to the same values, with the revision that was read and no secret', () => {
    const roleOf = (key: string) =>
      key === '7' ? { role: 'viewer', own_role_id: '7' } : { role: key, own_role_id: null };
    const { revision, has_secret: _, groups, ...rest } = SETTINGS;
    const { sign_in_address, callback_address, signed_out_address, logout_address, ...values } =
      rest;
    expect(bodyOf(draftOf(SETTINGS), revision, roleOf)).toEqual({
      ...values,
      revision,
      client_secret: '',
      groups: [
        { ...groups[0], group_id: '1' },
        { ...groups[1], own_role_id: '7', group_id: '2' },
      ],
    });
  });

  it('adds a row with a key of its own at the end', () => {
    const rows = withRow(withRow(draftOf(SETTINGS).groups, 1), 1);
    expect(names(rows)).toEqual(['admins', 'staff', '', '']);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(4);
  });

  it.each([
    [0, ['admins', 'staff']],
    [1, ['staff', 'admins']],
    [9, ['admins', 'staff']],
  ])('moves row %i one place up', (at, expected) => {
    expect(names(movedUp(draftOf(SETTINGS).groups, at))).toEqual(expected);
  });

  it.each([
    ['issuer', 'issuer'],
    ['groups.1.own_role_id', 'groups.1.role'],
    ['groups.0.provider_group', 'groups.0.provider_group'],
    ['groups', 'form'],
    ['revision', undefined],
  ])('shows the refusal of %s at %s', (name, field) => {
    expect(fieldOf(name)).toBe(field);
  });
});
