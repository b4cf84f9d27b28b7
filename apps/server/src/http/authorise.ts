/** Who may make this call: decided from the contract's own line, before any handler runs. */
import type { CallSpec } from '@busbar/contract/call';
import type { Refusal } from '@busbar/domain/refusal';
import type { Caller } from '../caller.ts';

export type Verdict = 'allowed' | 'unauthorised' | Refusal;

export function authorise(call: CallSpec, caller: Caller | undefined): Verdict {
  if (call.who === 'public') return 'allowed';
  if (caller === undefined) return 'unauthorised';
  if (caller.mustChangePassword && call.beforePasswordChange !== true) {
    return 'password-change-required';
  }
  if (call.who === 'signed-in' || call.who.includes(caller.role)) return 'allowed';
  return 'forbidden';
}
