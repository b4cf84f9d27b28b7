/** Mean power of the last 24 hours and today's peak, from the quarter hours of the groups. */
import { daysOfCurve, type PowerCurve, powerCurve } from '@busbar/domain/consumption/power-curve';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { readQuarters } from './day-queries.ts';

export async function findPowerCurve(ctx: Context, caller: Caller): Promise<PowerCurve> {
  const { customerId, groupId, zone } = caller;
  const now = ctx.clock.now();
  const scope = { customerId, groupId };
  const quarters = await readQuarters(ctx.database.db, scope, daysOfCurve(now, zone));
  return powerCurve((day) => quarters.get(day)?.wh, now, zone);
}
