/** An open alarm of a tenant's device, counted, with user-entered texts. */
import { localDateOf } from '@busbar/domain/local-date';
import { addToSums } from '../../../src/areas/shared/table-writers/alarm-sum-queries.ts';
import type { Database } from '../../../src/storage/database.ts';
import type { Owner } from './owner.ts';

export async function buildAlarm(
  { db }: Database,
  { label, customerId, groupId, deviceId, at }: Owner,
) {
  const openedAt = at.getTime() - 60_000;
  const day = localDateOf(openedAt, 'Asia/Shanghai');
  const { alarmId } = await db
    .insertInto('alarm')
    .values({
      customer_id: customerId,
      device_id: deviceId,
      group_id: groupId,
      alarm_type: 'overVoltage',
      kind: 'alarm',
      priority: 2,
      source: 'platform',
      opened_at: new Date(openedAt),
      day,
      last_at: new Date(openedAt),
      end_reason: null,
      first_value: 281,
      last_value: 281,
      peak_value: 281,
      limit_value: 275,
      handled_by: null,
      snoozed_by: null,
      snoozed_by_name: `${label}-snoozer`,
      deleted_by: null,
    })
    .returning('alarm_id as alarmId')
    .executeTakeFirstOrThrow();
  await addToSums(db, [
    {
      customerId,
      groupId,
      deviceId,
      deviceSimulated: false,
      day,
      type: 'overVoltage',
      kind: 'alarm',
      alarms: 1,
      handled: 0,
    },
  ]);
  await db
    .insertInto('alarm_news')
    .values({
      customer_id: customerId,
      alarm_id: alarmId,
      what: 'opened',
      at: new Date(openedAt),
      quiet: false,
    })
    .execute();
  return { alarmId };
}

/** The window starts in a day, so that it suppresses no alarm of another test. */
export async function buildAlarmWindow(
  { db }: Database,
  { label, customerId, deviceId, at }: Owner,
) {
  return db
    .insertInto('alarm_window')
    .values({
      customer_id: customerId,
      device_id: deviceId,
      group_id: null,
      starts_at: new Date(at.getTime() + 86_400_000),
      ends_at: new Date(at.getTime() + 90_000_000),
      reason: `${label}-maintenance`,
      created_by: 0,
      created_by_name: `${label}-admin`,
      created_at: at,
    })
    .returning('alarm_window_id as alarmWindowId')
    .executeTakeFirstOrThrow();
}
