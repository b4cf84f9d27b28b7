/**
 * The built-in roles; their permissions are in the table of `permission.ts`. platform:
 * registrations, reference data and health, but no customer data; admin: everything of one
 * customer; engineer: adds and removes devices and sets rules; operator: controls and configures;
 * viewer: reads; auditor: reads, including the audit trail.
 */
export const ROLES = ['platform', 'admin', 'engineer', 'operator', 'viewer', 'auditor'] as const;

export type Role = (typeof ROLES)[number];

export function isRole(value: unknown): value is Role {
  return (ROLES as readonly unknown[]).includes(value);
}

/** Roles that may use the administrator login mode (docs/decisions.md 2). */
export function isAdministrator(role: Role): boolean {
  return role === 'platform' || role === 'admin';
}
