/**
 * Custom roles of a customer: a name and a set of permissions, created as a copy of another role.
 * This file defines which sets are valid, who may grant them, and which users must remain able to
 * grant permissions after a change.
 */
import { hasMarkup } from '../plain-name.ts';
import type { Refusal } from '../refusal.ts';
import {
  CUSTOMER_PERMISSIONS,
  type CustomerPermission,
  isCustomerPermission,
  may,
  mayGrant,
  type Permission,
  type PermissionHolder,
} from './permission.ts';
import { ROLES, type Role } from './role.ts';

export const MAX_OWN_ROLES = 50;
/** Maximum length, in characters. */
export const ROLE_NAME_LENGTH = 64;

/** Built-in roles of a customer: templates of custom roles, and the roles a user can be given. */
export type CustomerRole = Exclude<Role, 'platform'>;

export function isCustomerRole(value: unknown): value is CustomerRole {
  return value !== 'platform' && (ROLES as readonly unknown[]).includes(value);
}

/** The read permission, which every role includes, because no screen can be read without it. */
const ALWAYS: CustomerPermission = 'data.read';

/** Names that differ only in letter case or in look-alike characters are equal. */
const sameRoleName = (name: string): string => name.normalize('NFKC').toLowerCase();

/** `name` is already plain text; `others` are the names of the customer's other custom roles. */
export function roleNameRefusal(name: string, others: readonly string[]): Refusal | undefined {
  const length = [...name].length;
  if (length === 0 || length > ROLE_NAME_LENGTH || hasMarkup(name)) return 'role-name-invalid';
  const wanted = sameRoleName(name);
  return others.some((other) => sameRoleName(other) === wanted) ? 'role-name-taken' : undefined;
}

/**
 * The stored form of the set: no duplicates, in the order of the table, always with the read
 * permission. Returns undefined if a permission is unknown.
 */
export function readPermissions(given: readonly unknown[]): CustomerPermission[] | undefined {
  if (!given.every(isCustomerPermission)) return undefined;
  const wanted = new Set<CustomerPermission>([ALWAYS, ...given]);
  return CUSTOMER_PERMISSIONS.filter((permission) => wanted.has(permission));
}

/** A role can only be granted, revoked or changed by a user who has all its permissions. */
export function overreachRefusal(
  giver: PermissionHolder,
  ...sets: readonly (readonly Permission[])[]
): Refusal | undefined {
  return sets.every((set) => mayGrant(giver, set)) ? undefined : 'role-exceeds-giver';
}

/** True if the user could restore the permissions of all other users after they lost theirs. */
export function isRightsAdministrator(holder: PermissionHolder): boolean {
  return may(holder, 'user.manage') && may(holder, 'role.manage');
}

interface RoleDifference {
  readonly gained: readonly CustomerPermission[];
  readonly lost: readonly CustomerPermission[];
}

/** Permissions that the holders of the role gain and lose. */
export function roleDifference(
  before: readonly Permission[],
  after: readonly Permission[],
): RoleDifference {
  const inOrder = CUSTOMER_PERMISSIONS;
  return {
    gained: inOrder.filter((one) => after.includes(one) && !before.includes(one)),
    lost: inOrder.filter((one) => before.includes(one) && !after.includes(one)),
  };
}
