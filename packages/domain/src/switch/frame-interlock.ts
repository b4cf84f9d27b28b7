/**
 * May this frame be passed to a device in this state? A frame must not be a way round the switch
 * table: one that opens or closes is judged like that order, and one that may do anything (a write
 * of a register can close a contact) is refused wherever closing is. A gateway and a meter have no
 * contact of their own, so nothing is known that could forbid it.
 */
import type { DeviceKind } from '../device/device-type.ts';
import type { Refusal } from '../refusal.ts';
import { interlock, ORDERS_OF_KIND } from './interlock.ts';
import { SWITCH_TABLE, type SwitchAction } from './switch-action.ts';

/** What a frame would do: only read, move a contact, or write something that may do either. */
export type FrameEffect = 'read' | 'open' | 'close' | 'write';

export interface FrameQuestion {
  readonly effect: FrameEffect;
  /** The last believable reported state; undefined when there is none. */
  readonly action: SwitchAction | undefined;
  readonly kind: DeviceKind;
}

/** Null when the frame may go, otherwise why not. */
export function frameInterlock({ effect, action, kind }: FrameQuestion): Refusal | null {
  // A slave hears nothing but its gateway, and a hidden device nobody.
  if (kind === 'slave' || kind === 'hidden') return 'order-not-supported';
  if (effect === 'read') return null;
  const hasContact = ORDERS_OF_KIND[kind].length > 0;
  if (effect !== 'write' && hasContact) return interlock({ order: effect, action, kind });
  if (action === undefined) return hasContact ? 'state-unknown' : null;
  const { closed, closeAllowed } = SWITCH_TABLE[action];
  return closed || closeAllowed ? null : 'close-disabled';
}
