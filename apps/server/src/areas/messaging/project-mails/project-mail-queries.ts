/** Queries for the mails of projects: recipients and mails that wait in the outbox. */

import type { AlarmFacts } from '@busbar/domain/alarm/alarm-facts';
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import { sql } from 'kysely';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { MailPayload } from '../notifications/mail-sender.ts';
import { DEFAULT_PREFERENCES } from '../notifications/settings-queries.ts';

export const INTERVAL_MS = DEFAULT_PREFERENCES.intervalMin * 60_000;

export interface ProjectMail {
  readonly customerId: number;
  /** Prefix of the deduplication key. */
  readonly line: string;
  readonly dedupeKey: string;
  readonly payload: MailPayload;
}

interface LastMail {
  readonly customerId: number;
  readonly line: string;
  /** Time at which the newest mail of the key was sent or will be sent. */
  readonly dueAt: number;
  /** Id of a mail that is still waiting. */
  readonly waiting: number | null;
}

export async function readLast(
  trx: Executor,
  mails: readonly ProjectMail[],
  now: number,
): Promise<LastMail[]> {
  const { rows } = await sql<LastMail>`
    select distinct on (customer_id, line) customer_id as "customerId", line, due_at as "dueAt",
      case when state = 'waiting' and due_at > ${instant(now)} and attempts = 0
        then outbox_id end as waiting
    from (
      select o.*, regexp_replace(dedupe_key, ':[^:]*:[^:]*$', '') as line from outbox o
      where customer_id = any(${[...new Set(mails.map(({ customerId }) => customerId))]}::int4[])
        and channel = 'mail' and dedupe_key like 'project:%'
        and greatest(created_at, due_at) > ${instant(now - INTERVAL_MS)}) as recent
    where line = any(${[...new Set(mails.map(({ line }) => line))]}::text[])
    order by customer_id, line, due_at desc`.execute(trx);
  return rows;
}

/** Returns false if the mail was claimed for sending in the meantime. */
export async function replaceWaiting(
  trx: Executor,
  { customerId, payload }: ProjectMail,
  outboxId: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set({ payload: jsonb(payload) })
    .where('customer_id', '=', customerId)
    .where('outbox_id', '=', outboxId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface ProjectAlarmEvent {
  readonly customerId: number;
  readonly alarmId: number;
  readonly what: string;
}

export interface Recipient {
  readonly customerId: number;
  readonly alarmId: number;
  readonly noticeId: number;
  readonly deviceId: number;
  readonly mailAddress: string;
  readonly language: NotificationLanguage;
  readonly zone: string;
  readonly projectName: string;
  /** Name of the lamp group or tower that the device is part of. */
  readonly partName: string;
  readonly isTower: boolean;
  readonly deviceCode: string;
  readonly deviceName: string;
  readonly type: string;
  readonly kind: string;
  readonly phase: string;
  readonly value: number | null;
  readonly limit: number | null;
  readonly detail: string;
  readonly peak: number | null;
  readonly facts: AlarmFacts;
  readonly openedAt: number;
  readonly endedAt: number | null;
  /** True if a user has deleted the alarm. */
  readonly isDeleted: boolean;
}

/** Returns the addresses of the projects whose group contains the device of the alarm. */
export async function readRecipients(
  trx: Executor,
  events: readonly ProjectAlarmEvent[],
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select a.customer_id as "customerId", a.alarm_id as "alarmId",
      n.project_notice_id as "noticeId", a.device_id as "deviceId", n.mail_address as "mailAddress", n.language,
      z.iana_name as zone, p.name as "projectName", part.name as "partName",
      part.tower_id is not null as "isTower",
      d.device_code as "deviceCode", d.name as "deviceName", a.alarm_type as type, a.kind,
      a.phase, a.last_value as value, a.limit_value as "limit", a.log_detail as detail,
      a.peak_value as peak, coalesce(a.facts, '{}') as facts, a.opened_at as "openedAt",
      a.ended_at as "endedAt", a.deleted_at is not null as "isDeleted"
    from alarm a
    join project_device part on part.customer_id = a.customer_id and part.device_id = a.device_id
    join project p on p.customer_id = part.customer_id and p.project_id = part.project_id
      and p.deleted_at is null
    join project_notice n on n.customer_id = p.customer_id and n.project_id = p.project_id
      and n.mail_notification
    join device d on d.customer_id = a.customer_id and d.device_id = a.device_id
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
      and g.path @> array[p.group_id]
    join customer c on c.customer_id = a.customer_id
    join zone z on z.zone_id = c.zone_id
    where a.customer_id = any(${[...new Set(events.map(({ customerId }) => customerId))]}::int4[])
      and a.alarm_id = any(${events.map(({ alarmId }) => alarmId)}::int8[])
    order by a.alarm_id, n.project_notice_id`.execute(trx);
  return rows;
}
