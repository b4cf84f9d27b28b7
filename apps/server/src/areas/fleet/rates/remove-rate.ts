/**
 * Deletes a tariff. Refused for the system default, for a tariff used by a device, and for the
 * default of a group.
 */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { isDefault } from '../groups/default-queries.ts';
import { logRate } from './log-rate.ts';
import { lockRate, lockRates, markRateDeleted } from './rate-queries.ts';
import { readRate, todayOf } from './rate-service.ts';

export async function removeRate(
  ctx: Context,
  caller: Caller,
  idOfRate: string | number,
): Promise<Outcome<null>> {
  return ctx.database.transaction(async (trx): Promise<Outcome<null>> => {
    const { customerId } = caller;
    await lockRates(trx, customerId);
    await lockRate(trx, customerId, idOfRate);
    const rate = await readRate(trx, caller, idOfRate, todayOf(ctx, caller));
    if (rate === undefined) return refused('not-found');
    if (!rate.changeable) return refused('root-group-required');
    if (rate.isDefault) return refused('system-rate-protected');
    if (rate.devices > 0) return refused('rate-in-use', 'id', String(rate.devices));
    if (await isDefault(trx, customerId, { rateId: rate.id })) return refused('default-of-group');
    await markRateDeleted(trx, customerId, rate.id, ctx.clock.now());
    await logRate(ctx, trx, caller, 'delete rate', rate.name);
    return done(null);
  });
}
