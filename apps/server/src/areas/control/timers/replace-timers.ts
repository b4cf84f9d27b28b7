/** Timers of a device exchanged for others: all of it in one transaction, or nothing. */
import { done, type Outcome, type Refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import {
  type ChangedTable,
  removeTimerIn,
  setTimerIn,
  type TimerRequest,
  tellDevice,
  whyInvalid,
} from './timer-service.ts';

/** Thrown, because nothing else takes back what the transaction has written. */
class NotAll extends Error {
  readonly why: Refused;
  constructor(why: Refused) {
    super(why.refusal);
    this.why = why;
  }
}

/** First what goes, so that what comes has room. A refusal of one leaves every timer as it was. */
export async function replaceTimers(
  ctx: Context,
  caller: Caller,
  gone: readonly number[],
  come: readonly TimerRequest[],
): Promise<Outcome<null>> {
  for (const request of come) {
    const wrong = whyInvalid(request);
    if (wrong !== undefined) return wrong;
  }
  let changed: ChangedTable | undefined;
  try {
    await ctx.database.transaction(async (trx) => {
      for (const id of gone) changed = orUndo(await removeTimerIn(ctx, trx, caller, id));
      for (const one of come) changed = orUndo(await setTimerIn(ctx, trx, caller, one));
    });
  } catch (error) {
    if (error instanceof NotAll) return error.why;
    throw error;
  }
  await tellDevice(ctx, changed?.table);
  return done(null);
}

function orUndo<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new NotAll(outcome);
  return outcome.value;
}
