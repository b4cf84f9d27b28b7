/**
 * Marks as missed the scheduled reports that came due between the backup and the restore, and those
 * that were about to be sent: the previous server may have sent them.
 */
import { dueReports } from '@busbar/domain/report/report-schedule';
import { sql } from 'kysely';
import { insertDelivery } from '../areas/messaging/report-deliveries/delivery-queries.ts';
import { setNextReport, takeDueSchedules } from '../areas/reports/schedules/schedule-queries.ts';
import type { Executor } from '../storage/database.ts';

const ALL = 1_000_000;

export async function holdReports(trx: Executor, now: number): Promise<void> {
  await sql`update report_delivery set state = 'missed', settled_at = now()
    where state in ('making', 'mailing')`.execute(trx);
  for (const schedule of await takeDueSchedules(trx, now, ALL)) {
    const { customerId, id: scheduleId, userId, nextAt, zone } = schedule;
    const { due, missed, next } = dueReports(schedule, nextAt, now, zone);
    const dueAt = due ?? missed;
    if (dueAt !== undefined) {
      const key = { scheduleId, userId, dueAt };
      await insertDelivery(trx, customerId, { ...key, state: 'missed', now });
    }
    await setNextReport(trx, schedule, next ?? null);
  }
}
