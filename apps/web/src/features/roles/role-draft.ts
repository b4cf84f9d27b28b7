/** Draft of a role; the server validates it again. */
import { roleDifference, roleNameRefusal } from '@busbar/domain/access/own-role';
import { CUSTOMER_PERMISSIONS, type CustomerPermission } from '@busbar/domain/access/permission';
import type { Refusal } from '@busbar/domain/refusal';
import type { RoleView } from './api/use-roles.ts';
import { roleKey } from './use-role-name.ts';

export interface RoleDraft {
  readonly name: string;
  /** Key of the original role. */
  readonly copyOf: string;
  readonly permissions: readonly CustomerPermission[];
}

/** Required in every role: without it no screen is readable. */
export const ALWAYS_HELD: CustomerPermission = 'data.read';

/** A copy without permissions that the user does not have and therefore cannot grant. */
export function copyOf(
  role: RoleView,
  held: (permission: CustomerPermission) => boolean,
): Pick<RoleDraft, 'copyOf' | 'permissions'> {
  return { copyOf: roleKey(role), permissions: role.permissions.filter(held) };
}

export function toggled(
  permissions: readonly CustomerPermission[],
  one: CustomerPermission,
  isHeld: boolean,
): CustomerPermission[] {
  return CUSTOMER_PERMISSIONS.filter((permission) =>
    permission === one ? isHeld : permissions.includes(permission),
  );
}

export function nameProblem(
  name: string,
  roles: readonly RoleView[],
  self: number | null,
): Refusal | undefined {
  const others = roles.filter(({ id }) => id !== null && id !== self);
  return roleNameRefusal(
    name.trim(),
    others.map((role) => role.name),
  );
}

export function isSame(draft: RoleDraft, role: RoleView): boolean {
  const { gained, lost } = roleDifference(role.permissions, draft.permissions);
  return draft.name.trim() === role.name && gained.length + lost.length === 0;
}
