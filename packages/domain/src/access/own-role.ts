/**
 * Roles a customer makes for itself: a name and a set of permissions, begun as a copy of another
 * role. What a set may hold, who may give it, and who has to remain when it changes.
 */
import { hasMarkup } from '../plain-name.ts';
import type { Refusal } from '../refusal.ts';
import {
  CUSTOMER_PERMISSIONS,
  type CustomerPermission,
  isCustomerPermission,
  may,
  mayGive,
  type Permission,
  type PermissionHolder,
} from './permission.ts';
import { ROLES, type Role } from './role.ts';

export const MOST_OWN_ROLES = 50;
/** Characters. */
export const ROLE_NAME_LENGTH = 64;

/** Built-in roles of a customer: what an own one is begun from and a user may be given. */
export type CustomerRole = Exclude<Role, 'platform'>;

export function isCustomerRole(value: unknown): value is CustomerRole {
  return value !== 'platform' && (ROLES as readonly unknown[]).includes(value);
}

/** Without it no screen could be read. */
const ALWAYS: CustomerPermission = 'data.read';

/** Letter case and look-alike spellings mean the same. */
const sameRoleName = (name: string): string => name.normalize('NFKC').toLowerCase();

/** `name` is plain text already; `others`: names of the customer's other own roles. */
export function whyNoRoleName(name: string, others: readonly string[]): Refusal | undefined {
  const length = [...name].length;
  if (length === 0 || length > ROLE_NAME_LENGTH || hasMarkup(name)) return 'role-name-invalid';
  const wanted = sameRoleName(name);
  return others.some((other) => sameRoleName(other) === wanted) ? 'role-name-taken' : undefined;
}

/** The set as it is kept: each once, in the order of the table, reading always; undefined: one is unknown. */
export function readPermissions(given: readonly unknown[]): CustomerPermission[] | undefined {
  if (!given.every(isCustomerPermission)) return undefined;
  const wanted = new Set<CustomerPermission>([ALWAYS, ...given]);
  return CUSTOMER_PERMISSIONS.filter((permission) => wanted.has(permission));
}

/** A role is neither given, taken away nor altered by somebody who holds less than it. */
export function whyNotOver(
  giver: PermissionHolder,
  ...sets: readonly (readonly Permission[])[]
): Refusal | undefined {
  return sets.every((set) => mayGive(giver, set)) ? undefined : 'role-exceeds-giver';
}

/** Who can give rights anew, should all others have lost them. */
export function isKeeper(holder: PermissionHolder): boolean {
  return may(holder, 'user.manage') && may(holder, 'role.manage');
}

interface RoleDifference {
  readonly gained: readonly CustomerPermission[];
  readonly lost: readonly CustomerPermission[];
}

/** What whoever holds the role gains and loses. */
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
