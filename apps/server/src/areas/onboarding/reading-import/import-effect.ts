/** Days that change because of an import, with their energy and fees before and after. */
import { bookingDayOf } from '@busbar/domain/energy/day-slots';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { sumAmounts } from '@busbar/domain/tariff/amount';
import type { Caller } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { type ChangedDay, effectOf } from '../../energy/explanation/override-effect.ts';
import { readDeviceFacts } from '../../energy/ledger/device-facts.ts';
import { keyOf } from '../../energy/ledger/device-key.ts';
import type { DayAmounts } from '../../energy/ledger/stored-day-queries.ts';
import { wasElsewhere } from '../../shared/device-place-queries.ts';
import type { DeviceKey } from './stored-reading-queries.ts';

export interface ChangedMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly before: DayAmounts;
  readonly after: DayAmounts;
}

/**
 * Must be called in the transaction that stored the readings, which is rolled back if the effect is
 * refused: days after the file can change too, and with them bills of a group that the caller does
 * not see. `startsAt` are the times of the first register of each stretch, in order.
 */
export async function readPermittedEffect(
  trx: Executor,
  caller: Caller,
  device: DeviceKey,
  startsAt: readonly number[],
): Promise<Outcome<readonly ChangedDay[]>> {
  const effect = await readImportEffect(trx, device, startsAt);
  const days = effect.map(({ day }) => day);
  return (await wasElsewhere(trx, caller, device.deviceId, days))
    ? refused('root-group-required', 'device')
    : done(effect);
}

async function readImportEffect(
  trx: Executor,
  device: DeviceKey,
  startsAt: readonly number[],
): Promise<ChangedDay[]> {
  const { customerId, deviceId } = device;
  const key = { customerId, deviceId };
  const facts = (await readDeviceFacts(trx, [key])).get(keyOf(key))!;
  const days = new Map<string, ChangedDay>();
  let last = '';
  for (const at of startsAt) {
    // The computation from an earlier stretch has passed this day already.
    if (bookingDayOf(at, facts.settings.zone).day <= last) continue;
    const changed = await effectOf(trx, facts, facts.settings.overrides, at);
    for (const day of changed) days.set(day.day, day);
    last = changed.at(-1)?.day ?? last;
  }
  return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1));
}

export function monthsOf(days: readonly ChangedDay[]): ChangedMonth[] {
  const months = new Map<string, ChangedDay[]>();
  for (const day of days) {
    const month = day.day.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), day]);
  }
  const sumOf = (list: readonly ChangedDay[], side: 'before' | 'after'): DayAmounts => ({
    energyWh: list.reduce((sum, day) => sum + day[side].energyWh, 0),
    fee: sumAmounts(list.map((day) => day[side].fee)),
  });
  return [...months].map(([month, list]) => ({
    month,
    before: sumOf(list, 'before'),
    after: sumOf(list, 'after'),
  }));
}
