/** Queries for due notices with all data for their evaluation, locked against other processes. */

import type { AlarmFacts } from '@busbar/domain/alarm/alarm-facts';
import type { AlarmState, NoticeStep } from '@busbar/domain/notification/notice-plan';
import { type RawBuilder, sql } from 'kysely';
import type { BusEvents } from '../../../bus.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import {
  ALL_CUSTOMERS,
  overCustomers,
  type Within,
} from '../../../storage/distributed/over-customers.ts';
import { isCustomerActive } from '../../shared/customers/active-customer-queries.ts';
import type { NotificationDetail } from './notification-list.ts';
import { insertNotification } from './notification-queries.ts';

export interface DueLine {
  readonly customerId: number;
  readonly userId: number;
  readonly deviceId: number;
  readonly type: string;
  readonly phase: string;
  readonly alarmId: number;
  readonly escalated: boolean;
  readonly escalationDone: boolean;
  readonly notified: string | null;
  readonly notifiedAt: number | null;
  readonly notifiedCount: number;
  readonly shown: string | null;
  readonly shownAt: number | null;
  /** `gone` if the alarm was deleted or the user may no longer see the device. */
  readonly standing: AlarmState | 'gone';
  readonly snoozedUntil: number | null;
  readonly kind: string;
  readonly value: number | null;
  readonly limit: number | null;
  readonly openedAt: number;
  readonly detail: string;
  readonly peak: number | null;
  readonly endedAt: number | null;
  readonly facts: AlarmFacts;
  readonly deviceCode: string;
  readonly deviceName: string;
  readonly mailAddress: string;
  readonly language: string;
  readonly zone: string;
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly mail: boolean;
  readonly push: boolean;
  readonly inApp: boolean;
  readonly tellEnd: boolean;
  readonly throughQuiet: boolean;
  readonly intervalMin: number;
  readonly repeatMin: number | null;
  readonly escalateAfterMin: number | null;
  readonly escalateTo: number | null;
  readonly hasBrowser: boolean;
  /** Mails and pushes sent to the user within the window before now. */
  readonly sentInWindow: number;
}

/**
 * True if a project of the device, whose group contains it, has app notifications enabled; every
 * user who sees the device then gets the alarm in the list.
 */
export function notifiedByProject(
  customer: RawBuilder<unknown>,
  device: RawBuilder<unknown>,
  within: Within = ALL_CUSTOMERS,
): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from project_device part
    join project_notice app on app.customer_id = part.customer_id
      and app.project_id = part.project_id and app.app_notification
    join project whole on whole.customer_id = part.customer_id
      and whole.project_id = part.project_id and whole.deleted_at is null
    join device own on own.customer_id = part.customer_id and own.device_id = part.device_id
    join user_group place on place.customer_id = own.customer_id
      and place.group_id = own.group_id and place.path @> array[whole.group_id]
    where part.customer_id = ${customer} and part.device_id = ${device}
      and ${within('part')} and ${within('app')} and ${within('whole')} and ${within('own')}
      and ${within('place')})`;
}

/**
 * Returns the time at which the next notice is due, epoch ms; a time in the past if alarm events
 * wait to be expanded.
 */
export async function nextNoticeAt(db: Executor, now: number): Promise<number | null> {
  const news = await sql`select 1 from alarm_news limit 1`.execute(db);
  if (news.rows.length > 0) return 0;
  const { rows } = await sql<{ at: number | null }>`
    select min(q.due_at) as at from notice q
    join customer u on u.customer_id = q.customer_id and ${isCustomerActive('u', now)}
    where q.due_at is not null`.execute(db);
  return rows[0]!.at;
}

/** Notices of inactive customers remain due. */
export async function readDueLines(
  trx: Executor,
  now: number,
  windowMs: number,
  most: number,
): Promise<DueLine[]> {
  return overCustomers(
    trx,
    sql`select customer_id as "customerId" from notice where due_at <= ${instant(now)}
      order by due_at limit ${most}`,
    (within) => sql<DueLine>`
    select n.customer_id as "customerId", n.user_id as "userId", n.device_id as "deviceId",
      n.alarm_type as type, n.phase, n.alarm_id as "alarmId", n.escalated,
      n.escalation_done as "escalationDone", n.told as notified, n.told_at as "notifiedAt",
      n.told_count as "notifiedCount", n.shown, n.shown_at as "shownAt",
      case when a.deleted_at is not null or d.deleted_at is not null or u.disabled
          or not (u.group_id = any(g.path)) then 'gone'
        when a.ended_at is not null then 'ended'
        when a.handled_at is not null then 'handled' else 'open' end as standing,
      a.snoozed_until as "snoozedUntil", a.kind, a.last_value as value,
      a.limit_value as "limit", a.opened_at as "openedAt", a.log_detail as detail,
      a.peak_value as peak, a.ended_at as "endedAt", coalesce(a.facts, '{}') as facts,
      d.device_code as "deviceCode",
      d.name as "deviceName", coalesce(p.mail_address, '') as "mailAddress",
      coalesce(p.language, 'en') as language,
      coalesce(nullif(p.zone, ''), z.iana_name) as zone,
      p.quiet_from as "quietFrom", p.quiet_to as "quietTo",
      coalesce(s.mail, false) as mail, coalesce(s.push, false) as push,
      coalesce(s.in_app, true) or ${notifiedByProject(sql`n.customer_id`, sql`n.device_id`, within)} as "inApp", coalesce(s.tell_end, false) as "tellEnd",
      coalesce(s.through_quiet, false) as "throughQuiet",
      coalesce(s.interval_min, 10) as "intervalMin", s.repeat_min as "repeatMin",
      s.escalate_after_min as "escalateAfterMin", s.escalate_to as "escalateTo",
      exists (select 1 from push_subscription b where b.customer_id = n.customer_id
        and b.user_id = n.user_id and ${within('b')}) as "hasBrowser",
      (select count(*)::int4 from outbox o where o.customer_id = n.customer_id
        and o.user_id = n.user_id and ${within('o')}
        and o.created_at > ${instant(now - windowMs)}) as "sentInWindow"
    from (
      select * from notice q where q.due_at <= ${instant(now)} and ${within('q')}
        and exists (select 1 from customer active where active.customer_id = q.customer_id
          and ${within('active')} and ${isCustomerActive('active', now)})
      order by q.due_at limit ${most} for update skip locked
    ) n
    join alarm a on a.customer_id = n.customer_id and a.alarm_id = n.alarm_id
    join device d on d.customer_id = n.customer_id and d.device_id = n.device_id
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    join user_account u on u.customer_id = n.customer_id and u.user_id = n.user_id
    join customer c on c.customer_id = n.customer_id
    join zone z on z.zone_id = c.zone_id
    left join notification_profile p
      on p.customer_id = n.customer_id and p.user_id = n.user_id and ${within('p')}
    left join lateral (
      select * from notification_setting w
      where w.customer_id = n.customer_id and w.user_id = n.user_id and ${within('w')}
        and w.alarm_type in (n.alarm_type, '*')
      order by w.alarm_type = '*' limit 1
    ) s on true
    where ${within('a')} and ${within('d')} and ${within('g')} and ${within('u')} and ${within('c')}
    order by n.due_at, n.alarm_id`,
  );
}

/**
 * Creates a notice for the second user, due immediately. An existing notice becomes urgent; if it
 * is of the same alarm, the second user's own escalation still takes place.
 */
export async function escalate(trx: Executor, line: DueLine, now: number): Promise<void> {
  await sql`
    insert into notice as existing (customer_id, user_id, device_id, alarm_type, phase, alarm_id,
      escalated, escalation_done, due_at)
    select u.customer_id, u.user_id, ${line.deviceId}, ${line.type}, ${line.phase}, ${line.alarmId},
      true, true, ${instant(now)}
    from user_account u where u.customer_id = ${line.customerId} and u.user_id = ${line.escalateTo}
      and not u.disabled
    on conflict (customer_id, user_id, device_id, alarm_type, phase) do update set
      alarm_id = excluded.alarm_id, escalated = true,
      escalation_done = existing.escalation_done or existing.alarm_id <> excluded.alarm_id,
      told = null, shown = null, due_at = excluded.due_at`.execute(trx);
}

export function detailOf(line: DueLine): NotificationDetail {
  const { deviceCode, deviceName, type, kind, phase, value, limit, openedAt, detail } = line;
  const { peak, endedAt, facts } = line;
  const alarm = { type, kind, phase, value, peak, limit, openedAt, endedAt, detail, facts };
  return { deviceCode, deviceName, ...alarm };
}

export const addToList = (
  trx: Executor,
  line: DueLine,
  what: string,
  now: number,
): Promise<BusEvents['notification.added']> =>
  insertNotification(trx, line, { what, at: now, alarmId: line.alarmId, detail: detailOf(line) });

export async function updateNotice(
  trx: Executor,
  line: DueLine,
  step: NoticeStep,
  mark: string | null,
  now: number,
): Promise<void> {
  await trx
    .updateTable('notice')
    .set((eb) => ({
      due_at: step.nextAt === undefined ? null : instant(step.nextAt),
      ...(step.outward === undefined
        ? {}
        : { told: mark, told_at: instant(now), told_count: eb('told_count', '+', 1) }),
      ...(step.inApp === undefined ? {} : { shown: mark, shown_at: instant(now) }),
      ...(step.escalate ? { escalation_done: true } : {}),
    }))
    .where('customer_id', '=', line.customerId)
    .where('user_id', '=', line.userId)
    .where('device_id', '=', line.deviceId)
    .where('alarm_type', '=', line.type)
    .where('phase', '=', line.phase)
    .execute();
}
