/** Computes a device's days under other decisions, by folding from the step on; writes nothing. */
import { periodOf } from '@busbar/domain/billing/settlement-period';
import { bookingDayOf } from '@busbar/domain/energy/day-slots';
import { stateKey } from '@busbar/domain/energy/device-state';
import type { FoldState, StepOverride } from '@busbar/domain/energy/fold-device';
import type { LocalDate } from '@busbar/domain/local-date';
import { sumAmounts } from '@busbar/domain/tariff/amount';
import { billedDays, priceDays } from '@busbar/domain/tariff/day-fees';
import type { Executor } from '../../../storage/database.ts';
import type { DeviceFacts } from '../ledger/device-facts.ts';
import { keyOf } from '../ledger/device-key.ts';
import { readLaterDays, readLineSums } from '../ledger/fee-queries.ts';
import { type DayAmounts, readAmounts } from '../ledger/stored-day-queries.ts';
import { checkpointsOf, dayKeyOf } from '../ledger/stored-fold-queries.ts';
import { readSettlement } from '../settlement/settlement-queries.ts';
import { type FoldedAgain, foldAgain, stateBefore } from './fold-again.ts';

export interface ChangedDay {
  readonly day: LocalDate;
  readonly before: DayAmounts;
  readonly after: DayAmounts;
}

/** Returns the days that would change if these decisions replaced those in force. */
export async function effectOf(
  db: Executor,
  facts: DeviceFacts,
  overrides: readonly StepOverride[],
  at: number,
): Promise<ChangedDay[]> {
  const { customerId, deviceId, settings } = facts;
  const first = bookingDayOf(at, settings.zone).day;
  const folded = await foldUntilUnchanged(db, facts, overrides, first);
  const changed = [...folded.amended, ...folded.days];
  const last = changed.at(-1)?.day;
  if (last === undefined) return [];
  const plan = await readSettlement(db, customerId);
  const firstDay = changed[0]!.day;
  const part = { customerId, deviceId, periodStart: periodOf(firstDay, plan).start, firstDay };
  const sums = (await readLineSums(db, [part])).get(keyOf(facts)) ?? new Map();
  const after = folded.amended.length > 0 ? firstDay : last;
  const rest = { customerId, deviceId, after, periodEnd: periodOf(last, plan).end };
  const later = (await readLaterDays(db, [rest])).get(keyOf(facts)) ?? [];
  const days = billedDays(changed, later);
  const fees = priceDays(facts, plan, days, sums);
  const known = await readAmounts(db, facts, days[0]!.day, days.at(-1)!.day);
  return days.flatMap(({ day, bandsWh }, i) => {
    const before = known.get(day) ?? { energyWh: 0, fee: 0 };
    const after = { energyWh: sumOf(bandsWh ?? []), fee: sumAmounts(fees[i]!.bands) };
    const isSame = before.energyWh === after.energyWh && before.fee === after.fee;
    return isSame ? [] : [{ day, before, after }];
  });
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** Folds to the first day whose final state equals that of the ledger, or to the newest reading. */
async function foldUntilUnchanged(
  db: Executor,
  facts: DeviceFacts,
  overrides: readonly StepOverride[],
  first: LocalDate,
): Promise<FoldedAgain> {
  const settings = { ...facts.settings, overrides };
  const start = await stateBefore(db, facts, first);
  const isSettled = async (day: LocalDate, state: FoldState): Promise<boolean> => {
    // The day still awaits a later reading, whose part of the day must be booked again.
    if (day < first || state.e !== undefined) return false;
    const key = { customerId: facts.customerId, deviceId: facts.deviceId, day };
    const stored = (await checkpointsOf(db, [key])).get(dayKeyOf(key));
    return stored !== undefined && stateKey(stored) === stateKey(state);
  };
  return foldAgain(db, facts, settings, start, ({ day, state }) => isSettled(day, state));
}
