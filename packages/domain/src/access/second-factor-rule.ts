/**
 * A customer may require a second factor of its administrators, because their passwords are worth
 * stealing. An administrator without a second factor can only set one up.
 */
import type { Refusal } from '../refusal.ts';
import { isRightsAdministrator } from './own-role.ts';
import { may, type PermissionHolder } from './permission.ts';

/** True if a user can grant or revoke permissions: the customer may require a second factor. */
export function isAdministering(holder: PermissionHolder): boolean {
  return may(holder, 'user.manage') || may(holder, 'role.manage');
}

export interface FactorRequirementState {
  /** True if the customer requires a second factor of its administrators. */
  readonly factorRequired: boolean;
  /** True for a confirmed factor; a factor whose setup is incomplete has no effect. */
  readonly hasFactor: boolean;
}

/** True if this user must set up a second factor before doing anything else. */
export function owesSecondFactor(
  holder: PermissionHolder,
  { factorRequired, hasFactor }: FactorRequirementState,
): boolean {
  return factorRequired && !hasFactor && isAdministering(holder);
}

/** Returns the reason if the user cannot turn off their own second factor. */
export function disableRefusal(
  holder: PermissionHolder,
  factorRequired: boolean,
): Refusal | undefined {
  return factorRequired && isAdministering(holder) ? 'second-factor-stays' : undefined;
}

/**
 * True if this user may change the requirement, which applies to every group of the customer and is
 * therefore decided in the root group.
 */
export function maySetRequirement(holder: PermissionHolder, inRoot: boolean): boolean {
  return inRoot && isRightsAdministrator(holder);
}

/**
 * Returns the reason if the requirement cannot be changed: a user cannot introduce a requirement
 * that would lock them out.
 */
export function requirementRefusal(
  holder: PermissionHolder,
  { inRoot, hasFactor }: { readonly inRoot: boolean; readonly hasFactor: boolean },
): Refusal | undefined {
  if (!maySetRequirement(holder, inRoot)) return 'second-factor-rule-of-root';
  return hasFactor ? undefined : 'own-second-factor-first';
}
