/**
 * Passwords of customers with a provider. A customer may turn passwords off for its users of the provider. A
 * rights administrator of the root group keeps the password: after a wrong setting, or while the
 * provider is down, someone must be able to sign in and repair it.
 */
import { isRightsAdministrator } from '../own-role.ts';
import type { PermissionHolder } from '../permission.ts';

export interface PasswordState {
  readonly hasPassword: boolean;
  /** True if the user signs in through the provider that the customer uses now. */
  readonly isLinked: boolean;
  /** Setting of the customer. */
  readonly allowsPasswords: boolean;
  readonly inRoot: boolean;
}

export function maySignInByPassword(holder: PermissionHolder, state: PasswordState): boolean {
  const { hasPassword, isLinked, allowsPasswords, inRoot } = state;
  if (!hasPassword) return false;
  return !isLinked || allowsPasswords || (inRoot && isRightsAdministrator(holder));
}
