import type { CustomerPermission } from '@busbar/domain/access/permission';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';

type RoleRow = Answer<'v2.roles'>['data']['list'][number];

/** A role as returned by the server; permissions are limited to those of this release. */
export interface RoleView extends Omit<RoleRow, 'permissions'> {
  readonly permissions: readonly CustomerPermission[];
}

export function useRoles() {
  return useCallQuery(
    'v2.roles',
    {},
    { select: ({ data }) => data.list as unknown as readonly RoleView[] },
  );
}

export function useRoleChanges() {
  const client = useQueryClient();
  return {
    add: useCallMutation('v2.roles.add'),
    change: useCallMutation('v2.roles.change'),
    remove: useCallMutation('v2.roles.delete'),
    followed: () => refetchCalls(client, 'v2.roles'),
  };
}
