/** The closed settlement period that a request names by its first day. */
import { parseLocalDate } from '@busbar/domain/local-date';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import type { BilledPeriod } from '../billing/bill-queries.ts';
import { readKnownPeriods, wholeCustomer } from '../billing/settlement-service.ts';

export async function closedPeriod(
  ctx: Context,
  db: Executor,
  customerId: number,
  start: string,
): Promise<Outcome<BilledPeriod>> {
  const day = parseLocalDate(start);
  if (day === undefined) return refused('date-invalid', 'start');
  const whole = await wholeCustomer(db, customerId);
  const { periods } = await readKnownPeriods(db, whole, ctx.clock.now());
  const period = periods.find((known) => known.start === day);
  if (period === undefined) return refused('period-unknown', 'start');
  if (period.state !== 'closed') return refused('period-not-closed', 'start');
  return done({ start: period.start, end: period.end, isClosed: true });
}
