/**
 * Expands alarm events to notices: one row per user, device, type and phase, due immediately.
 * Events are deleted from the table in the same transaction; events to forward are added to the
 * customer's queue in it too. Quiet events (maintenance window) are forwarded but cause no
 * notification. One process at a time does this, in order: otherwise the end of an alarm could be
 * processed before its start, and two mails of one notice could be sent at once.
 */
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { LOCKS } from '../../storage/advisory-locks.ts';
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import { queueOne } from './forwarding/forward-queue.ts';
import type { QueuedAlarm } from './forwarding/forward-records.ts';
import { toldByProject } from './notifications/due-queries.ts';
import { mailProjects } from './project-mails/project-mails.ts';

const NEWS_PER_ROUND = 500;
const ROUNDS = 10;

interface News extends QueuedAlarm {
  readonly customerId: number;
  readonly quiet: boolean;
  readonly forwarded: boolean;
}

export async function fanOutAlarmEvents(ctx: Context): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const count = await ctx.database.transaction((trx) => expandBatch(ctx, trx));
    if (count < NEWS_PER_ROUND) return;
  }
}

/** Returns the number of processed events; 0 while another process is working. */
export async function expandBatch(ctx: Context, trx: Executor): Promise<number> {
  if (!(await tryLockAlarmEvents(trx))) return 0;
  const news = await claimAlarmEvents(trx);
  const now = ctx.clock.now();
  for (const one of news) {
    if (one.forwarded) await queueOne(trx, one.customerId, 'alarm', queuedOf(one), now);
  }
  const told = news.filter(({ quiet, what }) => !quiet && what !== 'changed');
  if (told.length > 0) {
    await writeLines(trx, told, now);
    await mailProjects(ctx, trx, told, now);
  }
  return news.length;
}

async function tryLockAlarmEvents(trx: Executor): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS.alarmNews}::bigint) as held`.execute(trx);
  return rows[0]?.held === true;
}

/** Returns the events in order. */
async function claimAlarmEvents(trx: Executor): Promise<News[]> {
  const { rows } = await sql<News>`
    with taken as (
      delete from alarm_news where (customer_id, news_id) in (
        select customer_id, news_id from alarm_news order by news_id limit ${NEWS_PER_ROUND})
      returning customer_id, news_id, alarm_id, what, at, quiet
    )
    select t.customer_id as "customerId", t.news_id as "newsId", t.alarm_id as "alarmId", t.what,
      t.at, t.quiet, d.device_code as "deviceCode", a.alarm_type as type, a.log_detail as detail,
      a.kind as "alarmKind",
      a.phase, a.last_value as value, a.limit_value as "limit", a.opened_at as "openedAt",
      coalesce(f.enabled, false) as forwarded
    from taken t
    join alarm a on a.customer_id = t.customer_id and a.alarm_id = t.alarm_id
    join device d on d.customer_id = a.customer_id and d.device_id = a.device_id
    left join forwarding f on f.customer_id = t.customer_id
    order by t.news_id`.execute(trx);
  // Deleted but missing from the join: the device no longer exists, so there is no user to notify.
  return rows;
}

function queuedOf(news: News): QueuedAlarm {
  const { newsId, alarmId, what, at, deviceCode, type, alarmKind } = news;
  const { phase, value, limit, openedAt, detail } = news;
  const record = { newsId, alarmId, what, at, deviceCode, type, alarmKind };
  return { ...record, phase, value, limit, openedAt, ...(detail ? { detail } : {}) };
}

/**
 * Writes a notice for each user who may see the device and wants notifications. An alarm that has
 * ended or was handled only updates existing notices, because users are not notified of the end of
 * an alarm they were not notified of.
 */
async function writeLines(trx: Executor, news: readonly News[], now: number): Promise<void> {
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
        and d.deleted_at is null
      join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
      join user_account u on u.customer_id = a.customer_id and u.group_id = any(g.path)
        and not u.disabled and u.role <> 'platform'
      left join lateral (
        select s.mail or s.push or s.in_app as wanted from notification_setting s
        where s.customer_id = u.customer_id and s.user_id = u.user_id
          and s.alarm_type in (a.alarm_type, '*')
        order by s.alarm_type = '*' limit 1
      ) wish on true
      where coalesce(wish.wanted, true) or ${toldByProject(sql`a.customer_id`, sql`a.device_id`)}
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
