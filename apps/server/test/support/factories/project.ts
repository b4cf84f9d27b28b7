/** A street-lamp project of a tenant that contains its device, written directly into the tables. */
import { sql } from 'kysely';
import type { Database } from '../../../src/storage/database.ts';
import type { Owner } from './owner.ts';

export async function buildProject(
  { db }: Database,
  { label, customerId, groupId, deviceId, at }: Owner,
) {
  await beginFar(db);
  const { projectId } = await db
    .insertInto('project')
    .values({
      customer_id: customerId,
      group_id: groupId,
      name: `${label}-project`,
      type: 'lamp',
      description: `${label}-project-text`,
      created_by: 0,
      created_by_name: `${label}-maker`,
      created_at: at,
    })
    .returning('project_id as projectId')
    .executeTakeFirstOrThrow();
  const { lampGroupId } = await db
    .insertInto('lamp_group')
    .values({
      customer_id: customerId,
      project_id: projectId,
      device_id: deviceId,
      name: `${label}-lamps`,
      lamp_count: 10,
      lamp_power_kw: 0.1,
      error_range: 5,
      lamp_kind: 'led',
      burn_rule: 'sun',
      created_at: at,
    })
    .returning('lamp_group_id as lampGroupId')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('lamp_check')
    // The next check is due long after every test.
    .values({
      customer_id: customerId,
      lamp_group_id: lampGroupId,
      next_check_at: new Date(at.getTime() + 365 * 86_400_000),
    })
    .execute();
  const limits = await db
    .insertInto('project_limit')
    .values(
      (['warning', 'alarm'] as const).map((kind) => ({
        customer_id: customerId,
        project_id: projectId,
        kind,
        in_use: true,
        alarm_value: kind === 'warning' ? 1 : 3,
        check_time: '21:00',
        over_rate: 15,
        under_rate: 15,
        power_mode: 'calculated',
        changed_at: at,
      })),
    )
    .returning(['project_limit_id as id', 'kind'])
    .execute();
  const { projectNoticeId } = await db
    .insertInto('project_notice')
    .values({
      customer_id: customerId,
      project_id: projectId,
      mail_address: `${label}@example.org`,
      mail_notification: true,
      app_notification: false,
      created_at: at,
    })
    .returning('project_notice_id as projectNoticeId')
    .executeTakeFirstOrThrow();
  const { projectVisitId } = await db
    .insertInto('project_visit')
    .values({
      customer_id: customerId,
      project_id: projectId,
      lamp_group_id: lampGroupId,
      state: 'planned',
      starts_at: new Date(at.getTime() + 86_400_000),
      ends_at: new Date(at.getTime() + 90_000_000),
      worker: `${label}-crew`,
      notes: `${label}-notes`,
      parts: JSON.stringify([{ name: `${label}-part`, quantity: 1 }]),
      created_by: 0,
      created_by_name: `${label}-maker`,
      created_at: at,
      changed_at: at,
    })
    .returning('project_visit_id as projectVisitId')
    .executeTakeFirstOrThrow();
  const { projectTimerId } = await db
    .insertInto('project_timer')
    .values({
      customer_id: customerId,
      project_id: projectId,
      lamp_group_id: lampGroupId,
      days: 127,
      clock_time: '05:55',
      switch_order: 'open',
      // The project timer is disabled, like the tenant's timer.
      enabled: false,
      changed_at: at,
    })
    .returning('project_timer_id as projectTimerId')
    .executeTakeFirstOrThrow();
  const limitOf = (kind: string) => limits.find((one) => one.kind === kind)!.id;
  return {
    projectId,
    lampGroupId,
    projectWarningId: limitOf('warning'),
    projectAlarmId: limitOf('alarm'),
    projectNoticeId,
    projectVisitId,
    projectTimerId,
  };
}

/** Starts ids at numbers that occur nowhere else in an answer: 4 is in every 404. */
async function beginFar(db: Database['db']): Promise<void> {
  for (const table of [
    'project',
    'lamp_group',
    'project_limit',
    'project_notice',
    'project_visit',
    'project_timer',
  ]) {
    const sequence = sql`pg_get_serial_sequence(${table}, ${`${table}_id`})`;
    await sql`select setval(${sequence}, greatest(nextval(${sequence}), 810000))`.execute(db);
  }
}
