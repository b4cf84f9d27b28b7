/**
 * What one user of a customer may do to another: nobody touches an account that may more than he
 * may himself (whoever sets its password has it), and nobody raises, moves or disables himself.
 * Roles are given by `own-role.ts`.
 */
import type { Refusal } from '../refusal.ts';
import { mayGive, type PermissionHolder, permissionsOf } from './permission.ts';

interface Person extends PermissionHolder {
  readonly userId: number;
}

/** Why `actor` may not change what `target` is or holds. */
export function whyNotManage(actor: Person, target: Person): Refusal | undefined {
  if (actor.userId === target.userId) return 'own-account-fixed';
  return mayGive(actor, permissionsOf(target)) ? undefined : 'user-above-own';
}

/** How an account stands, for whoever looks at a list: the first of these that holds. */
export const USER_STATES = ['disabled', 'locked', 'invited', 'active'] as const;
export type UserState = (typeof USER_STATES)[number];
