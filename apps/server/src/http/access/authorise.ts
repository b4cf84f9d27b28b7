/** Authorizes a call by its entry in the contract, before any handler runs. */
import { API_SCOPE_CALLS } from '@busbar/contract/api-scopes';
import type { CallSpec } from '@busbar/contract/call';
import type { ApiScope } from '@busbar/domain/access/api-scope';
import { may } from '@busbar/domain/access/permission';
import type { Refusal } from '@busbar/domain/refusal';
import type { Caller } from '../../caller.ts';

export type AuthorisationResult = 'allowed' | 'unauthorised' | Refusal;

export function authorise(call: CallSpec, caller: Caller | undefined): AuthorisationResult {
  if (call.who === 'public') return 'allowed';
  if (caller === undefined) return 'unauthorised';
  if (caller.scopes !== undefined) return isOpenTo(call, caller.scopes) ? 'allowed' : 'forbidden';
  const first = whatComesFirst(call, caller);
  if (first !== undefined) return first;
  if (call.who !== 'signed-in' && !may(caller, call.who)) return 'forbidden';
  // A permission applies to the caller's group and its subtree; calls that act on the whole
  // customer require the root group.
  if (call.scope === 'customer' && caller.isInRootGroup !== true) return 'root-group-required';
  return 'allowed';
}

/** The password must be changed before the second factor is set up: others know the password. */
function whatComesFirst(call: CallSpec, caller: Caller): Refusal | undefined {
  if (caller.mustChangePassword) {
    return call.beforePasswordChange === true ? undefined : 'password-change-required';
  }
  if (caller.owesSecondFactor !== true || call.beforeSecondFactor === true) return undefined;
  return 'second-factor-required-by-customer';
}

/** An API key is read-only: a call in its scopes that changes anything is still forbidden. */
function isOpenTo(call: CallSpec, scopes: readonly ApiScope[]): boolean {
  if (call.effect !== 'read') return false;
  return scopes.some((scope) => (API_SCOPE_CALLS[scope] as readonly string[]).includes(call.name));
}
