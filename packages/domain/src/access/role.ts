/**
 * platform: registrations, reference data, health, no customer's data;
 * admin: everything of one customer; operator: controls and configures;
 * viewer: reads.
 */
export const ROLES = ['platform', 'admin', 'operator', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

export function isRole(value: unknown): value is Role {
  return (ROLES as readonly unknown[]).includes(value);
}

/** Roles that may use the administrator login mode. */
export function isAdministrator(role: Role): boolean {
  return role === 'platform' || role === 'admin';
}

/** Roles that may make a device act. */
export function isControlRole(role: Role): boolean {
  return role === 'admin' || role === 'operator';
}
