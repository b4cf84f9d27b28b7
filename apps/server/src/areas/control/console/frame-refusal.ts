/**
 * Decides if a frame may be sent now. The checks run in the same order as for a switch command, so
 * that the error names the first thing that a user would have to change.
 */
import type { Outcome, Refusal } from '@busbar/domain/refusal';
import { type FrameEffect, frameInterlock } from '@busbar/domain/switch/frame-interlock';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import type { ControlTarget } from '../commands/control-target-queries.ts';
import { isTooSoon, overLimit } from '../gate/control-limits.ts';
import { countOperations } from '../gate/gate-queries.ts';
import { isFrameUnderWay } from './frame-queries.ts';

interface FrameToValidate {
  readonly effect: FrameEffect;
  readonly confirmed: boolean;
  readonly stepUp: Outcome<boolean>;
}

/** The serial line that carries the frame. */
interface FrameLine {
  /** The device that the frame is sent to: the target, or the gateway or DTU of the target. */
  readonly carrier: ControlTarget;
  /** Ids of the carrier and its slaves. */
  readonly deviceIds: readonly number[];
}

export async function frameRefusal(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  { effect, confirmed, stepUp }: FrameToValidate,
  target: ControlTarget,
  { carrier, deviceIds }: FrameLine,
): Promise<Refusal | null> {
  const locked = frameInterlock({ effect, action: target.action, kind: target.kind });
  if (locked === 'order-not-supported') return locked;
  const reads = effect === 'read';
  if (!reads && target.disabled) return 'slave-disabled';
  // The serial line carries one exchange at a time; a read may run during an operation.
  if ((!reads && target.busy) || (await isFrameUnderWay(trx, target, deviceIds))) {
    return 'control-busy';
  }
  if (locked !== null) return locked;
  if (!reads && !confirmed) return 'frame-not-confirmed';
  if (carrier.presence === 'offline') return 'device-offline';
  // A slave that is not read yet can be searched with frames that only read.
  if (reads) return null;
  if (target.presence === 'offline') return 'device-offline';
  if (!stepUp.ok) return stepUp.refusal;
  const counts = await countOperations(ctx, trx, caller, target);
  if (effect !== 'write' && isTooSoon(ctx, counts)) return 'too-soon';
  return stepUp.value ? null : overLimit(ctx, trx, target, counts, 0);
}
