/** A finished report of a tenant's user and a scheduled one, written directly into the tables. */
import type { Database } from '../../../src/storage/database.ts';

interface Owner {
  readonly label: string;
  readonly customerId: number;
  readonly groupId: number;
  readonly userId: number;
  readonly at: Date;
}

export async function giveReport(database: Database, owner: Owner): Promise<number> {
  const { reportId } = await database.db
    .insertInto('report_task')
    .values({
      customer_id: owner.customerId,
      user_id: owner.userId,
      group_id: owner.groupId,
      device_ids: null,
      type: 'energy',
      format: 'csv',
      language: 'en',
      from_at: owner.at,
      to_at: owner.at,
      asked_from_at: owner.at,
      asked_to_at: owner.at,
      question: `${owner.label}-question`,
      state: 'done',
      created_at: owner.at,
      ended_at: owner.at,
    })
    .returning('report_task_id as reportId')
    .executeTakeFirstOrThrow();
  return reportId;
}

/** Disabled: a test that runs schedules creates its own. */
export async function giveReportSchedule(database: Database, owner: Owner): Promise<number> {
  const { db } = database;
  const { scheduleId } = await db
    .insertInto('report_schedule')
    .values({
      customer_id: owner.customerId,
      user_id: owner.userId,
      group_id: owner.groupId,
      device_ids: null,
      type: 'energy',
      format: 'csv',
      rhythm: 'day',
      clock_time: '07:00',
      span: 'yesterday',
      recipients: [owner.userId],
      enabled: false,
      paused: `${owner.label}-paused`,
      created_at: owner.at,
      changed_at: owner.at,
    })
    .returning('report_schedule_id as scheduleId')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('report_delivery')
    .values({
      customer_id: owner.customerId,
      report_schedule_id: scheduleId,
      due_at: owner.at,
      user_id: owner.userId,
      state: 'failed',
      failure: `${owner.label}-failure`,
    })
    .execute();
  return scheduleId;
}
