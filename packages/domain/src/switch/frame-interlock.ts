/**
 * Decides if a raw frame may be sent to a device in its current state. A frame must not bypass the
 * switch table: a frame that opens or closes is treated like that command, and a frame with an
 * unknown effect (a register write can close a contact) is refused wherever closing is refused. The
 * device is the one that the frame addresses (`frame-target.ts`). A meter and a gateway without
 * slaves have no contact, so no state can forbid a frame to them.
 */
import type { DeviceKind } from '../device/device-type.ts';
import type { Refusal } from '../refusal.ts';
import { COMMANDS_OF_KIND, interlock } from './interlock.ts';
import { SWITCH_TABLE, type SwitchAction } from './switch-action.ts';

/** Effect of a frame: it only reads, opens, closes, or writes a value that may do either. */
export type FrameEffect = 'read' | 'open' | 'close' | 'write';

export interface FrameQuestion {
  readonly effect: FrameEffect;
  /** The last plausible reported state; undefined if there is none. */
  readonly action: SwitchAction | undefined;
  readonly kind: DeviceKind;
}

/**
 * A slave is only reachable through its gateway, which carries the frames to it, and a hidden device
 * is not reachable at all.
 */
export const carriesFrames = (kind: DeviceKind): boolean => kind !== 'slave' && kind !== 'hidden';

/** Returns null if the frame is allowed, otherwise the reason. */
export function frameInterlock({ effect, action, kind }: FrameQuestion): Refusal | null {
  if (effect === 'read') return null;
  const hasContact = COMMANDS_OF_KIND[kind].length > 0;
  if (effect !== 'write' && hasContact) return interlock({ command: effect, action, kind });
  if (action === undefined) return hasContact ? 'state-unknown' : null;
  const { closed, closeAllowed } = SWITCH_TABLE[action];
  return closed || closeAllowed ? null : 'close-disabled';
}
