/**
 * Finalizes days: a day that ended more than a day ago becomes final when all its registers are
 * folded and its device was seen after the end of the day. Quarter hours of devices are purged
 * after 90 days.
 */
import { localDayNamed } from '@busbar/domain/energy/day-slots';
import { addDays, localDateOf } from '@busbar/domain/local-date';
import type { Executor } from '../../../storage/database.ts';
import { daysToFinish, deleteSlotsBefore, finishDay } from './stored-day-queries.ts';
import { markGroupDays } from './sum-queries.ts';

const DAY_MS = 86_400_000;
/** Retention of the quarter hours of devices, in days. */
const SLOT_DAYS = 90;

export async function finishDays(trx: Executor, now: number): Promise<void> {
  for (const open of await daysToFinish(trx)) {
    const { end } = localDayNamed(open.day, open.zone);
    if (end + DAY_MS >= now) continue;
    const { customerId, day } = open;
    const groupIds = await finishDay(trx, open, end);
    await markGroupDays(
      trx,
      groupIds.map((groupId) => ({ customerId, groupId, day })),
    );
  }
}

/**
 * Runs rarely, because the group sums of an old day that receives late data need the quarter hours
 * of all devices of the group.
 */
export async function dropOldSlots(trx: Executor, now: number): Promise<void> {
  // The local time of every time zone is within one day of UTC.
  const oldest = addDays(localDateOf(now, 'UTC'), -SLOT_DAYS - 1);
  await deleteSlotsBefore(trx, oldest);
}
