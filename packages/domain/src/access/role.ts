/**
 * The built-in roles; what each may do is the table in `permission.ts`.
 * platform: registrations, reference data, health, no customer's data; admin: everything of one
 * customer; engineer: puts devices in and takes them out, sets rules; operator: controls and
 * configures; viewer: reads; auditor: reads, and the trail of who did what.
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
