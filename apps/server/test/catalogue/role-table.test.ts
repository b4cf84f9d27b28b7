/**
 * docs/promises.md T3: what the built-in roles hold is what `docs/permissions.md` says, each
 * permission for each role.
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

describe('the written table', () => {
  it('has a column for each built-in role and a cell for each pair, with a reason', () => {
    expect(WRITTEN_ROLES.toSorted()).toEqual([...ROLES].toSorted());
    for (const { permission, cells, because } of WRITTEN_PERMISSIONS) {
      expect([permission, cells.length]).toEqual([permission, ROLES.length]);
      for (const cell of cells) expect(['yes', '-'], permission).toContain(cell);
      expect(because, permission).not.toBe('');
    }
  });

  it('names each permission of the program once, and no other', () => {
    const held = new Set<string>(Object.values(ROLE_PERMISSIONS).flat());
    expect(WRITTEN_PERMISSIONS.map(({ permission }) => permission).toSorted()).toEqual(
      [...held].toSorted(),
    );
  });

  it('lists each call on the whole customer', () => {
    const calls: readonly CallSpec[] = CATALOGUE;
    const onCustomer = calls.filter(({ scope }) => scope === 'customer');
    expect(WRITTEN_CUSTOMER_CALLS.toSorted()).toEqual(
      onCustomer.map(({ name }) => name).toSorted(),
    );
  });

  it.each(ROLES)('is what %s holds', (role) => {
    const written = WRITTEN_PERMISSIONS.filter(({ permission }) => isWritten(role, permission));
    expect([...ROLE_PERMISSIONS[role]].toSorted()).toEqual(
      written.map(({ permission }) => permission).toSorted(),
    );
  });
});
