/**
 * Actions of one user of a customer on another: no user can change an account that has more
 * permissions than their own, because setting its password gives access to it, and no user can
 * promote, move or disable themselves. Roles are granted by `own-role.ts`.
 */
import type { Refusal } from '../refusal.ts';
import { mayGrant, type PermissionHolder, permissionsOf } from './permission.ts';

interface Person extends PermissionHolder {
  readonly userId: number;
}

/** Returns the reason if `actor` cannot change the account or the permissions of `target`. */
export function manageRefusal(actor: Person, target: Person): Refusal | undefined {
  if (actor.userId === target.userId) return 'own-account-fixed';
  return mayGrant(actor, permissionsOf(target)) ? undefined : 'user-above-own';
}

/** States of an account in a list; the first one that applies is shown. */
export const USER_STATES = ['disabled', 'locked', 'invited', 'active'] as const;
export type UserState = (typeof USER_STATES)[number];
