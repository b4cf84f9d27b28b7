/**
 * Permissions, by name. A call declares the one permission it requires, a built-in role is a set of
 * permissions (docs/decisions.md 2 names platform, admin, operator and viewer; engineer and auditor
 * are between them), and a customer's custom role is a set of customer permissions.
 */
import type { Role } from './role.ts';

/** Permissions of a customer, in display order. */
export const CUSTOMER_PERMISSIONS = [
  'data.read',
  'report.make',
  'log.read',
  'alarm.handle',
  'device.switch',
  'timer.write',
  'protection.write',
  'device.write',
  'project.write',
  'tariff.write',
  'console.use',
  'alarm.configure',
  'device.remove',
  'message.read',
  'forwarding.manage',
  'energy.correct',
  'settlement.write',
  'lock.override',
  'key.manage',
  'group.manage',
  'user.manage',
  'role.manage',
  'audit.read',
] as const;
export type CustomerPermission = (typeof CUSTOMER_PERMISSIONS)[number];

/** Permissions of the platform; they give no access to the data of any customer. */
const PLATFORM_PERMISSIONS = [
  'customer.manage',
  'reference.write',
  'configuration.write',
  'operations.read',
] as const;

export type Permission = CustomerPermission | (typeof PLATFORM_PERMISSIONS)[number];

const READING = ['data.read', 'report.make', 'log.read'] as const;
const OPERATING = [
  ...READING,
  'alarm.handle',
  'device.switch',
  'timer.write',
  'protection.write',
  'device.write',
  'project.write',
  'tariff.write',
  'console.use',
] as const;

/** The permission table of the built-in roles. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  platform: PLATFORM_PERMISSIONS,
  admin: CUSTOMER_PERMISSIONS,
  engineer: [...OPERATING, 'alarm.configure', 'device.remove', 'message.read', 'forwarding.manage'],
  operator: OPERATING,
  viewer: READING,
  auditor: [...READING, 'audit.read'],
};

/** A user or process that may hold permissions. */
export interface PermissionHolder {
  /** Absent if the platform itself acts, for example on a timer; it has no permissions. */
  readonly role?: Role | undefined;
  /** Permissions of a custom role; if absent, those of the built-in role apply. */
  readonly permissions?: readonly Permission[] | null | undefined;
}

export function permissionsOf({ role, permissions }: PermissionHolder): readonly Permission[] {
  return permissions ?? (role === undefined ? [] : ROLE_PERMISSIONS[role]);
}

export function may(holder: PermissionHolder, permission: Permission): boolean {
  return permissionsOf(holder).includes(permission);
}

export function isCustomerPermission(value: unknown): value is CustomerPermission {
  return (CUSTOMER_PERMISSIONS as readonly unknown[]).includes(value);
}

/** A user can only grant permissions that they have. */
export function mayGrant(giver: PermissionHolder, given: readonly Permission[]): boolean {
  const own = permissionsOf(giver);
  return given.every((permission) => own.includes(permission));
}
