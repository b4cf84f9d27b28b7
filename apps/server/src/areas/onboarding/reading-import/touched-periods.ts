/** Settlement periods that an import changes, with their state. */
import { periodsBetween } from '@busbar/domain/billing/settlement-period';
import { bookingDayOf } from '@busbar/domain/energy/day-slots';
import { localDateOf } from '@busbar/domain/local-date';
import type { Executor } from '../../../storage/database.ts';
import { readSettlement } from '../../energy/settlement/settlement-queries.ts';
import { type FilePeriod, listPeriodsWithBills } from './stored-reading-queries.ts';

/** A change of a closed period becomes an adjustment of a later one; an issued bill stays as it is. */
export type TouchedState = 'open' | 'ended' | 'closed' | 'issued';

export interface TouchedPeriod {
  readonly start: string;
  /** First day of the next period. */
  readonly end: string;
  readonly state: TouchedState;
}

export async function readTouchedPeriods(
  db: Executor,
  customerId: number,
  { from, to }: FilePeriod,
  now: number,
): Promise<TouchedPeriod[]> {
  const settlement = await readSettlement(db, customerId);
  const { zone } = settlement;
  const today = localDateOf(now, zone);
  const withBills = await listPeriodsWithBills(db, customerId);
  const closed = new Set(
    settlement.standing.filter(({ closedAt }) => closedAt !== null).map(({ start }) => start),
  );
  const periods = periodsBetween(
    bookingDayOf(from, zone).day,
    bookingDayOf(to, zone).day,
    settlement,
  );
  return periods.map(({ start, end }) => ({ start, end, state: stateOf(start, end) }));

  function stateOf(start: string, end: string): TouchedState {
    if (withBills.has(start)) return 'issued';
    if (closed.has(start)) return 'closed';
    return end <= today ? 'ended' : 'open';
  }
}
