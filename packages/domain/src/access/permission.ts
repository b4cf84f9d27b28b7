/**
 * What may be done, by name. A call names the one permission it needs, a built-in role is a set of
 * them (docs/decisions.md 2 names platform, admin, operator and viewer; engineer and auditor lie
 * between), and a customer's own role is a set of the customer's ones.
 */
import type { Role } from './role.ts';

/** Of a customer, in the order in which they are shown. */
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

/** Of the platform: nothing of any customer is seen by them. */
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

/** The written permission table. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  platform: PLATFORM_PERMISSIONS,
  admin: CUSTOMER_PERMISSIONS,
  engineer: [...OPERATING, 'alarm.configure', 'device.remove', 'message.read', 'forwarding.manage'],
  operator: OPERATING,
  viewer: READING,
  auditor: [...READING, 'audit.read'],
};

/** Somebody who may do something. */
export interface PermissionHolder {
  /** Absent: the platform itself, by a timer; it holds none. */
  readonly role?: Role | undefined;
  /** Of a customer's own role; absent: those of the built-in one. */
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

/** Nobody gives what they do not hold themselves. */
export function mayGive(giver: PermissionHolder, given: readonly Permission[]): boolean {
  const own = permissionsOf(giver);
  return given.every((permission) => own.includes(permission));
}
