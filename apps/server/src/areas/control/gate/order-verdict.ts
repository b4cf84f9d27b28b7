/**
 * May this order be given now? Asked in this sequence, so that the answer names the first thing a
 * person would have to change: what the device can do at all, an operation under way, the state of
 * the switch, whose lock it is, the way to the device, the pause between operations, the pace of the person.
 */

import type { DeviceKind } from '@busbar/domain/device/device-type';
import type { Presence } from '@busbar/domain/device/presence';
import type { Refusal } from '@busbar/domain/refusal';
import { interlock, type SwitchOrder } from '@busbar/domain/switch/interlock';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';

export interface OrderQuestion {
  readonly order: SwitchOrder;
  readonly kind: DeviceKind;
  readonly action: SwitchAction | undefined;
  readonly presence: Presence;
  /** The caller wants it to wait for an offline device while it lives. */
  readonly mayWait: boolean;
  readonly busy: boolean;
  /** A slave its gateway has been told to leave alone. */
  readonly disabled: boolean;
  /** The lock on it is not the caller's to lift (domain `lock-holder`). */
  readonly heldByOther: boolean;
  readonly tooSoon: boolean;
  /** Why the password is needed; null when it is not. */
  readonly overLimit: Refusal | null;
  /** The password was given with this very order. */
  readonly steppedUp: boolean;
}

export function orderVerdict(question: OrderQuestion): Refusal | null {
  const locked = interlock(question);
  if (locked === 'order-not-supported') return locked;
  if (question.disabled) return 'slave-disabled';
  if (question.busy) return 'control-busy';
  if (locked !== null) return locked;
  if (question.order === 'unlock' && question.heldByOther) return 'locked-by-other';
  if (question.presence === 'offline' && !question.mayWait) return 'device-offline';
  if (question.tooSoon) return 'too-soon';
  return question.steppedUp ? null : question.overLimit;
}
