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

export async function frameRefusal(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  { effect, confirmed, stepUp }: FrameToValidate,
  target: ControlTarget,
): Promise<Refusal | null> {
  if (target.protocol !== 'busbar') return 'order-not-supported';
  const locked = frameInterlock({ effect, action: target.action, kind: target.kind });
  if (locked === 'order-not-supported') return locked;
  const reads = effect === 'read';
  // The serial line behind the device carries one exchange at a time; a read may run during an
  // operation.
  if ((!reads && target.busy) || (await isFrameUnderWay(trx, target))) return 'control-busy';
  if (locked !== null) return locked;
  if (!reads && !confirmed) return 'frame-not-confirmed';
  if (target.presence === 'offline') return 'device-offline';
  if (reads) return null;
  if (!stepUp.ok) return stepUp.refusal;
  const counts = await countOperations(ctx, trx, caller, target);
  if (effect !== 'write' && isTooSoon(ctx, counts)) return 'too-soon';
  return stepUp.value ? null : overLimit(ctx, trx, target, counts, 0);
}
