/** The scheduled settlement job: closes due periods and adjusts closed ones. */
import type { Context } from '../../../context.ts';
import { adjustChangedPeriods, adjustPeriod } from '../settlement/adjust-closed.ts';
import { listSettlingCustomers, readSettlement } from '../settlement/settlement-queries.ts';
import { closeDuePeriods } from './close-period.ts';

/** Number of closed periods that are compared device by device whenever another period closes. */
const COMPARED_PERIODS = 12;

export async function settle(ctx: Context, stop?: AbortSignal): Promise<void> {
  const adjusted = await adjustChangedPeriods(ctx);
  if (adjusted > 0) ctx.log.info({ adjusted }, 'closed settlement periods adjusted');
  for (const customerId of await listSettlingCustomers(ctx.database.db)) {
    if (stop?.aborted === true) return;
    const closed = await closeDuePeriods(ctx, customerId);
    if (closed === 0) continue;
    ctx.log.info({ customer: customerId, closed }, 'settlement periods closed');
    await compareClosed(ctx, customerId);
  }
}

/** Compares device by device, because changes that cancel out do not show in the group sums. */
async function compareClosed(ctx: Context, customerId: number): Promise<void> {
  const { standing } = await readSettlement(ctx.database.db, customerId);
  const closed = standing.filter(({ closedAt }) => closedAt !== null);
  for (const { start } of closed.slice(-COMPARED_PERIODS)) {
    await adjustPeriod(ctx, customerId, start);
  }
}
