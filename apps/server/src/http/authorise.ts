/** Who may make this call: decided from the contract's own line, before any handler runs. */
import { API_SCOPE_CALLS } from '@busbar/contract/api-scopes';
import type { CallSpec } from '@busbar/contract/call';
import type { ApiScope } from '@busbar/domain/access/api-scope';
import { may } from '@busbar/domain/access/permission';
import type { Refusal } from '@busbar/domain/refusal';
import type { Caller } from '../caller.ts';

export type Verdict = 'allowed' | 'unauthorised' | Refusal;

export function authorise(call: CallSpec, caller: Caller | undefined): Verdict {
  if (call.who === 'public') return 'allowed';
  if (caller === undefined) return 'unauthorised';
  if (caller.scopes !== undefined) return isOpenTo(call, caller.scopes) ? 'allowed' : 'forbidden';
  const first = whatComesFirst(call, caller);
  if (first !== undefined) return first;
  if (call.who !== 'signed-in' && !may(caller, call.who)) return 'forbidden';
  // A permission counts in the caller's group and below; the whole customer is the root group's.
  if (call.scope === 'customer' && caller.isInRootGroup !== true) return 'root-group-required';
  return 'allowed';
}

/** The password comes before the second factor: it would be set up with a password others know. */
function whatComesFirst(call: CallSpec, caller: Caller): Refusal | undefined {
  if (caller.mustChangePassword) {
    return call.beforePasswordChange === true ? undefined : 'password-change-required';
  }
  if (caller.owesSecondFactor !== true || call.beforeSecondFactor === true) return undefined;
  return 'second-factor-required-by-customer';
}

/** A key reads: a call of its scopes that changed anything would still be closed to it. */
function isOpenTo(call: CallSpec, scopes: readonly ApiScope[]): boolean {
  if (call.effect !== 'read') return false;
  return scopes.some((scope) => (API_SCOPE_CALLS[scope] as readonly string[]).includes(call.name));
}
