/**
 * A customer may require a second factor of those who administer: whoever could give rights away is
 * worth a stolen password. Who has none yet may do nothing but set one up.
 */
import type { Refusal } from '../refusal.ts';
import { isKeeper } from './own-role.ts';
import { may, type PermissionHolder } from './permission.ts';

/** Who gives or takes rights: of these the customer may require a second factor. */
export function isAdministering(holder: PermissionHolder): boolean {
  return may(holder, 'user.manage') || may(holder, 'role.manage');
}

export interface FactorStanding {
  /** The customer requires one of those who administer. */
  readonly factorRequired: boolean;
  /** A confirmed one; one that was begun is of no effect. */
  readonly hasFactor: boolean;
}

/** Nothing but setting one up is open to this user. */
export function owesSecondFactor(
  holder: PermissionHolder,
  { factorRequired, hasFactor }: FactorStanding,
): boolean {
  return factorRequired && !hasFactor && isAdministering(holder);
}

/** Why the own second factor cannot be turned off. */
export function whyNotTurnOff(
  holder: PermissionHolder,
  factorRequired: boolean,
): Refusal | undefined {
  return factorRequired && isAdministering(holder) ? 'second-factor-stays' : undefined;
}

/**
 * May this user decide for the whole customer? It stands above every group, so it is decided in the
 * topmost one.
 */
export function maySetRequirement(holder: PermissionHolder, inRoot: boolean): boolean {
  return inRoot && isKeeper(holder);
}

/** Why the requirement cannot be changed: nobody asks of others what would lock himself out. */
export function whyNotSetRequirement(
  holder: PermissionHolder,
  { inRoot, hasFactor }: { readonly inRoot: boolean; readonly hasFactor: boolean },
): Refusal | undefined {
  if (!maySetRequirement(holder, inRoot)) return 'second-factor-rule-of-root';
  return hasFactor ? undefined : 'own-second-factor-first';
}
