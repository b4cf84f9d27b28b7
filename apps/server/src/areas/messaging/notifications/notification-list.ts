/** In-app notification list of a user, with read state. */

import type { AlarmFacts } from '@busbar/domain/alarm/alarm-facts';
import type { ReportType } from '@busbar/domain/report/report-kind';
import type { Executor } from '../../../storage/database.ts';
import { ofUser } from './notification-queries.ts';
import type { UserKey } from './settings-queries.ts';

/** Snapshot of the alarm at the time of the notification. */
export interface NotificationDetail {
  readonly deviceCode: string;
  readonly deviceName: string;
  readonly type: string;
  readonly kind: string;
  readonly phase: string;
  readonly value: number | null;
  readonly limit: number | null;
  readonly openedAt: number;
  /** The following are absent in notifications of earlier versions. */
  readonly detail?: string;
  readonly peak?: number | null;
  readonly endedAt?: number | null;
  readonly facts?: AlarmFacts;
}

/** Snapshot of a scheduled report that is ready or failed. */
export interface ReportNotice {
  readonly report: {
    /** Null if it failed before it was created. */
    readonly taskId: number | null;
    readonly type: ReportType;
    /** First and last day in the customer's zone, `YYYY-MM-DD`. */
    readonly start: string;
    readonly end: string;
    /** Empty if it is ready. */
    readonly failure: string;
  };
}

export interface StoredNotification {
  readonly id: number;
  readonly what: string;
  readonly at: number;
  readonly readAt: number | null;
  /** Null for a report. */
  readonly alarmId: number | null;
  readonly detail: NotificationDetail | ReportNotice;
}

export interface NotificationQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly unreadOnly: boolean;
}

export async function listNotifications(
  db: Executor,
  key: UserKey,
  { page, pageSize, unreadOnly }: NotificationQuery,
): Promise<{ list: StoredNotification[]; total: number; unread: number }> {
  let which = ofUser(db, key);
  if (unreadOnly) which = which.where('read_at', 'is', null);
  const list = await which
    .select([
      'notification_id as id',
      'what',
      'at',
      'read_at as readAt',
      'alarm_id as alarmId',
      'detail',
    ])
    .orderBy('notification_id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { total } = await which
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { list: list as StoredNotification[], total, unread: await countUnread(db, key) };
}

export async function countUnread(db: Executor, key: UserKey): Promise<number> {
  const { unread } = await ofUser(db, key)
    .where('read_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow();
  return unread;
}

export async function findNotification(
  db: Executor,
  key: UserKey,
  id: number,
): Promise<StoredNotification | undefined> {
  const row = await ofUser(db, key)
    .where('notification_id', '=', id)
    .select([
      'notification_id as id',
      'what',
      'at',
      'read_at as readAt',
      'alarm_id as alarmId',
      'detail',
    ])
    .executeTakeFirst();
  return row as StoredNotification | undefined;
}
