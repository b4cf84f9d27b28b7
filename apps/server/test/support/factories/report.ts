/** A finished report of a tenant's user and a scheduled one, written directly into the tables. */
import type { Database } from '../../../src/storage/database.ts';
import type { Owner } from './owner.ts';

export async function buildReport(database: Database, owner: Owner) {
  return database.db
    .insertInto('report_task')
    .values({
      customer_id: owner.customerId,
      user_id: owner.users.admin?.userId ?? 0,
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
}

/** The schedule is disabled; a test that runs schedules creates its own. */
export async function buildReportSchedule(database: Database, owner: Owner) {
  const { db } = database;
  const { reportScheduleId } = await db
    .insertInto('report_schedule')
    .values({
      customer_id: owner.customerId,
      user_id: owner.users.admin?.userId ?? 0,
      group_id: owner.groupId,
      device_ids: null,
      type: 'energy',
      format: 'csv',
      rhythm: 'day',
      clock_time: '07:00',
      span: 'yesterday',
      recipients: [owner.users.admin?.userId ?? 0],
      enabled: false,
      paused: `${owner.label}-paused`,
      created_at: owner.at,
      changed_at: owner.at,
    })
    .returning('report_schedule_id as reportScheduleId')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('report_delivery')
    .values({
      customer_id: owner.customerId,
      report_schedule_id: reportScheduleId,
      due_at: owner.at,
      user_id: owner.users.admin?.userId ?? 0,
      state: 'failed',
      failure: `${owner.label}-failure`,
    })
    .execute();
  return { reportScheduleId };
}
