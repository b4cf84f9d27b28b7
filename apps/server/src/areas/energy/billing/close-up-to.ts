/** Closes all ended periods up to one of them, oldest first, each by the rules of a single period. */
import { done, type Outcome, type Refusal, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { closeEndedPeriod } from './close-period.ts';
import {
  findSettlement,
  type KnownPeriod,
  readKnownPeriods,
  type SettlementOverview,
  wholeCustomer,
} from './settlement-service.ts';

export interface ClosedUpTo {
  /** First days of the periods that this request closed, oldest first. */
  readonly closed: readonly string[];
  /** The first period that could not be closed; later ones remain as they are. */
  readonly stopped: { readonly period: KnownPeriod; readonly refusal: Refusal } | null;
  readonly overview: SettlementOverview;
}

/**
 * Each period closes in its own transaction, so those before a refusal stay closed. Periods that
 * are closed already, also by another user meanwhile, are passed over.
 */
export async function closePeriodsUpTo(
  ctx: Context,
  caller: Caller,
  last: string,
): Promise<Outcome<ClosedUpTo>> {
  const { db } = ctx.database;
  const whole = await wholeCustomer(db, caller.customerId);
  const { periods } = await readKnownPeriods(db, whole, ctx.clock.now());
  const until = periods.find(({ start }) => start === last);
  if (until === undefined) return refused('period-unknown', 'start');
  if (until.state === 'open') return refused('period-not-ended', 'start');
  const closed: string[] = [];
  let stopped: ClosedUpTo['stopped'] = null;
  for (const period of periods) {
    if (period.state !== 'ended' || period.start > until.start) continue;
    const outcome = await closeEndedPeriod(ctx, caller, period.start);
    if (outcome.ok) {
      closed.push(period.start);
    } else if (outcome.refusal !== 'period-closed') {
      stopped = { period, refusal: outcome.refusal };
      break;
    }
  }
  return done({ closed, stopped, overview: await findSettlement(ctx, caller) });
}
