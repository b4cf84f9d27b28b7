/**
 * Decides if a command may be issued now. The order of the checks makes the error name the first
 * thing that a user would have to change: the capabilities of the device, an operation under way,
 * the state of the switch, the holder of the lock, the connection to the device, the pause between
 * operations, the rate limit of the user.
 */

import type { DeviceKind } from '@busbar/domain/device/device-type';
import type { Presence } from '@busbar/domain/device/presence';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import type { Refusal } from '@busbar/domain/refusal';
import { interlock, readOnlyRefusal, type SwitchCommand } from '@busbar/domain/switch/interlock';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';

export interface CommandCheck {
  readonly command: SwitchCommand;
  readonly kind: DeviceKind;
  readonly protocol: DeviceProtocol;
  readonly action: SwitchAction | undefined;
  readonly presence: Presence;
  /** True if the caller wants the command queued for an offline device until it expires. */
  readonly mayWait: boolean;
  readonly busy: boolean;
  /** True for a slave that its gateway has been configured to ignore. */
  readonly disabled: boolean;
  /** True for a meter on a serial line without settings for switching, or a channel without output. */
  readonly isReadOnly: boolean;
  /** True if the caller may not lift the lock on the device (domain `lock-holder`). */
  readonly heldByOther: boolean;
  readonly tooSoon: boolean;
  /** Reason why the password is required; null if it is not. */
  readonly overLimit: Refusal | null;
  /** True if the password was given with this request. */
  readonly steppedUp: boolean;
}

export function commandRefusal(question: CommandCheck): Refusal | null {
  const locked = interlock(question);
  if (locked === 'order-not-supported') return locked;
  if (question.isReadOnly) return readOnlyRefusal(question.protocol);
  if (question.disabled) return 'slave-disabled';
  if (question.busy) return 'control-busy';
  if (locked !== null) return locked;
  if (question.command === 'unlock' && question.heldByOther) return 'locked-by-other';
  if (question.presence === 'offline' && !question.mayWait) return 'device-offline';
  if (question.tooSoon) return 'too-soon';
  return question.steppedUp ? null : question.overLimit;
}
