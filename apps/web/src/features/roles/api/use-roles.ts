import type { CustomerPermission } from '@busbar/domain/access/permission';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

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

export const useRoleChanges = () => useSend('v2.roles');
