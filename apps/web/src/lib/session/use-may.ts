/** Permissions of the signed-in user, which control visibility; the server checks each call. */
import { may, type Permission, type PermissionHolder } from '@busbar/domain/access/permission';
import type { SessionUser } from './session-user.ts';
import { useRequiredSession } from './use-session.ts';

export const holderOf = ({ role_type: role, permissions }: SessionUser): PermissionHolder => ({
  role,
  permissions,
});

export function useMay(permission: Permission): boolean {
  return may(holderOf(useRequiredSession().user), permission);
}

export function useIsInRootGroup(): boolean {
  return useRequiredSession().user.in_root_group;
}
