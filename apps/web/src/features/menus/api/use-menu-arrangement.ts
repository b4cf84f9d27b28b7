import type { CustomerRole } from '@busbar/domain/access/own-role';
import type { CustomerPermission } from '@busbar/domain/access/permission';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';

type RoleRow = Answer<'v2.roles'>['data']['list'][number];

/** A role returned by the server; role name and permissions are limited to this release's. */
export interface MenuRole extends Omit<RoleRow, 'role' | 'permissions'> {
  readonly role: CustomerRole;
  readonly permissions: readonly CustomerPermission[];
}

export type StoredMenu = Answer<'v2.menu-arrangement'>['data'];

export function useMenuRoles() {
  return useCallQuery(
    'v2.roles',
    {},
    { select: ({ data }) => data.list as unknown as readonly MenuRole[] },
  );
}

export function useStoredMenu(role: string) {
  return useCallQuery(
    'v2.menu-arrangement',
    { params: { role } },
    { select: ({ data }) => data, refetchOnWindowFocus: false },
  );
}

export function useMenuChanges() {
  const client = useQueryClient();
  return {
    change: useCallMutation('v2.menu-arrangement.change'),
    reset: useCallMutation('v2.menu-arrangement.reset'),
    /** Refetches the data after a change, including the user's own navigation. */
    followed: () => refetchCalls(client, 'v2.menu-arrangement', 'v2.sys.menus'),
  };
}
