/**
 * docs/promises.md T3: the built-in roles have exactly the permissions listed in
 * `docs/permissions.md`.
 */
import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { ROLE_PERMISSIONS } from '@busbar/domain/access/permission';
import { ROLES } from '@busbar/domain/access/role';
import { describe, expect, it } from 'vitest';
import {
  isWritten,
  WRITTEN_CUSTOMER_CALLS,
  WRITTEN_PERMISSIONS,
  WRITTEN_ROLES,
} from './role-table.ts';

describe('the documented permission table', () => {
  it('has a column for each built-in role and a cell with a reason for each pair', () => {
    expect(WRITTEN_ROLES.toSorted()).toEqual([...ROLES].toSorted());
    for (const { permission, cells, because } of WRITTEN_PERMISSIONS) {
      expect([permission, cells.length]).toEqual([permission, ROLES.length]);
      for (const cell of cells) expect(['yes', '-'], permission).toContain(cell);
      expect(because, permission).not.toBe('');
    }
  });

  it('lists each permission of the program once, and no others', () => {
    const held = new Set<string>(Object.values(ROLE_PERMISSIONS).flat());
    expect(WRITTEN_PERMISSIONS.map(({ permission }) => permission).toSorted()).toEqual(
      [...held].toSorted(),
    );
  });

  it('lists each call that acts on the whole customer', () => {
    const calls: readonly CallSpec[] = CATALOGUE;
    const onCustomer = calls.filter(({ scope }) => scope === 'customer');
    expect(WRITTEN_CUSTOMER_CALLS.toSorted()).toEqual(
      onCustomer.map(({ name }) => name).toSorted(),
    );
  });

  it.each(ROLES)('matches the permissions of %s', (role) => {
    const written = WRITTEN_PERMISSIONS.filter(({ permission }) => isWritten(role, permission));
    expect([...ROLE_PERMISSIONS[role]].toSorted()).toEqual(
      written.map(({ permission }) => permission).toSorted(),
    );
  });
});
