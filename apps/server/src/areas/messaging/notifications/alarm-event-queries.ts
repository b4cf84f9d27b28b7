/** Queries for the alarm events that wait to be distributed to users. */

import { sql } from 'kysely';
import { LOCKS } from '../../../storage/advisory-locks.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { overCustomers } from '../../../storage/distributed/over-customers.ts';
import { isCounted } from '../../shared/counted-device-queries.ts';
import { isCustomerActive } from '../../shared/customers/active-customer-queries.ts';
import type { QueuedAlarm } from '../forwarding/record-queries.ts';
import { notifiedByProject } from './due-queries.ts';

export async function tryLockAlarmEvents(trx: Executor): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS.writeAlarmChanges}::bigint) as held`.execute(trx);
  return rows[0]?.held === true;
}

/** Deletes the oldest events and returns them in order. */
export async function claimAlarmEvents(trx: Executor, now: number): Promise<News[]> {
  // Events of a device that no longer exists are deleted and not returned: no user is notified.
  return overCustomers(
    trx,
    sql`select customer_id as "customerId" from alarm_news
      order by news_id limit ${EVENTS_PER_ROUND}`,
    (within) => sql<News>`
    with taken as (
      delete from alarm_news e where ${within('e')} and (customer_id, news_id) in (
        select n.customer_id, n.news_id from alarm_news n where ${within('n')}
        order by n.news_id limit ${EVENTS_PER_ROUND})
      returning customer_id, news_id, alarm_id, what, at, quiet
    )
    select t.customer_id as "customerId", t.news_id as "newsId", t.alarm_id as "alarmId", t.what,
      t.at, t.quiet, d.device_code as "deviceCode", a.alarm_type as type, a.log_detail as detail,
      a.kind as "alarmKind",
      a.phase, a.last_value as value, a.limit_value as "limit", a.opened_at as "openedAt",
      coalesce(f.enabled, false) and ${isCounted('d')} as forwarded,
      ${isCustomerActive('c', now)} as "isActive"
    from taken t
    join alarm a on a.customer_id = t.customer_id and a.alarm_id = t.alarm_id
    join device d on d.customer_id = a.customer_id and d.device_id = a.device_id
    join customer c on c.customer_id = t.customer_id
    left join forwarding f on f.customer_id = t.customer_id and ${within('f')}
    where ${within('a')} and ${within('d')} and ${within('c')}
    order by t.news_id`,
  );
}

/**
 * Writes a notice for each user who may see the device and wants notifications. An alarm that has
 * ended or was handled only updates existing notices, because users who were not notified of an
 * alarm are not notified of its end.
 */
export async function writeLines(trx: Executor, news: readonly News[], now: number): Promise<void> {
  const opened = news.filter(({ what }) => what === 'opened');
  const others = news.filter(({ what }) => what !== 'opened');
  if (opened.length > 0) {
    await sql`
      insert into notice as line
        (customer_id, user_id, device_id, alarm_type, phase, alarm_id, due_at)
      select distinct on (a.customer_id, u.user_id, a.device_id, a.alarm_type, a.phase)
        a.customer_id, u.user_id, a.device_id, a.alarm_type, a.phase, a.alarm_id, ${instant(now)}
      from unnest(${opened.map((one) => one.customerId)}::int4[],
        ${opened.map((one) => one.alarmId)}::int8[]) as n (customer_id, alarm_id)
      join alarm a on a.customer_id = n.customer_id and a.alarm_id = n.alarm_id
      join device d on d.customer_id = a.customer_id and d.device_id = a.device_id
        and d.deleted_at is null and ${isCounted('d')}
      join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
      join user_account u on u.customer_id = a.customer_id and u.group_id = any(g.path)
        and not u.disabled and u.role <> 'platform'
      left join lateral (
        select s.mail or s.push or s.in_app as wanted from notification_setting s
        where s.customer_id = u.customer_id and s.user_id = u.user_id
          and s.alarm_type in (a.alarm_type, '*')
        order by s.alarm_type = '*' limit 1
      ) wish on true
      where coalesce(wish.wanted, true) or ${notifiedByProject(sql`a.customer_id`, sql`a.device_id`)}
      order by a.customer_id, u.user_id, a.device_id, a.alarm_type, a.phase, a.alarm_id desc
      on conflict (customer_id, user_id, device_id, alarm_type, phase) do update set
        alarm_id = excluded.alarm_id, due_at = excluded.due_at,
        escalated = line.escalated and line.alarm_id = excluded.alarm_id,
        escalation_done = line.escalation_done and line.alarm_id = excluded.alarm_id
      where line.alarm_id <= excluded.alarm_id`.execute(trx);
  }
  if (others.length > 0) {
    await sql`
      update notice set due_at = ${instant(now)}
      from unnest(${others.map((one) => one.customerId)}::int4[],
        ${others.map((one) => one.alarmId)}::int8[]) as n (customer_id, alarm_id)
      join alarm a on a.customer_id = n.customer_id and a.alarm_id = n.alarm_id
      where notice.customer_id = n.customer_id and notice.device_id = a.device_id
        and notice.alarm_type = a.alarm_type and notice.phase = a.phase
        and notice.alarm_id = n.alarm_id`.execute(trx);
  }
}

export const EVENTS_PER_ROUND = 500;

export interface News extends QueuedAlarm {
  readonly customerId: number;
  readonly quiet: boolean;
  readonly forwarded: boolean;
  /** False if the customer has expired or is deactivated. */
  readonly isActive: boolean;
}
