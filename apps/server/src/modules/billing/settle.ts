/** What the clock does for settlement: periods close when they are due, closed ones are adjusted. */
import type { Context } from '../../context.ts';
import { adjustChangedPeriods } from './adjust-closed.ts';
import { closeDuePeriods } from './close-period.ts';
import { listSettlingCustomers } from './settlement-repository.ts';

export async function settle(ctx: Context): Promise<void> {
  const adjusted = await adjustChangedPeriods(ctx);
  if (adjusted > 0) ctx.log.info({ adjusted }, 'closed settlement periods adjusted');
  for (const customerId of await listSettlingCustomers(ctx.database.db)) {
    const closed = await closeDuePeriods(ctx, customerId);
    if (closed > 0) ctx.log.info({ customer: customerId, closed }, 'settlement periods closed');
  }
}
