/** Replaces timers of a device by others: all of them in one transaction, or none. */
import { done, type Outcome, type Refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import {
  type ChangedTable,
  notifyDevice,
  removeTimerIn,
  setTimerIn,
  settingRefusal,
  type TimerRequest,
} from './timer-service.ts';

/** Thrown to roll back the changes already made in the transaction. */
class NotAll extends Error {
  readonly refusal: Refused;
  constructor(refusal: Refused) {
    super(refusal.refusal);
    this.refusal = refusal;
  }
}

/**
 * Replaces timers; the old ones are removed first, to free capacity for the new ones. If one is
 * refused, no timer changes.
 */
export async function replaceTimers(
  ctx: Context,
  caller: Caller,
  gone: readonly number[],
  come: readonly TimerRequest[],
): Promise<Outcome<null>> {
  for (const request of come) {
    const wrong = settingRefusal(request);
    if (wrong !== undefined) return wrong;
  }
  let changed: ChangedTable | undefined;
  try {
    await ctx.database.transaction(async (trx) => {
      for (const id of gone) changed = orUndo(await removeTimerIn(ctx, trx, caller, id));
      for (const one of come) changed = orUndo(await setTimerIn(ctx, trx, caller, one));
    });
  } catch (error) {
    if (error instanceof NotAll) return error.refusal;
    throw error;
  }
  await notifyDevice(ctx, changed?.table);
  return done(null);
}

function orUndo<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new NotAll(outcome);
  return outcome.value;
}
