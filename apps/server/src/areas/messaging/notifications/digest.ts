/**
 * Optional daily mail to a user with the alarms since the last digest, newest first, whether or not
 * they were notified individually. It is also sent without alarms, because a missing mail would be
 * ambiguous.
 */
import { formatLocal } from '@busbar/domain/calendar';
import { nextClockTime } from '@busbar/domain/notification/quiet-hours';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { plainText } from '../../shared/plain-text.ts';
import { insertOutbox } from '../outbox/outbox-queries.ts';
import type { MailPayload } from './mail-sender.ts';
import { fill, type Message, textsOf, trimmed, typeName } from './render-message.ts';

const DIGESTS_PER_RUN = 100;
const MOST_LINES = 50;

interface DueDigest {
  readonly customerId: number;
  readonly userId: number;
  readonly groupId: number;
  readonly mailAddress: string;
  readonly language: string;
  readonly zone: string;
  readonly digestAt: string;
  readonly since: number;
}

interface DigestAlarm {
  readonly type: string;
  readonly detail: string;
  readonly deviceName: string;
  readonly openedAt: number;
  readonly ended: boolean;
}

interface DigestAlarms {
  readonly total: number;
  readonly open: number;
  readonly newest: readonly DigestAlarm[];
}

export async function sendDigests(ctx: Context): Promise<void> {
  if (ctx.config.smtpUrl === undefined) return;
  await ctx.database.transaction(async (trx) => {
    const now = ctx.clock.now();
    for (const digest of await dueDigests(trx, now)) {
      const alarms = await alarmsSince(trx, digest, now);
      const message = digestMessage(digest, alarms, ctx.config.publicUrl);
      const { customerId, userId, mailAddress: to, language, zone, digestAt } = digest;
      const payload: MailPayload = { to, ...message, language };
      await insertOutbox(trx, [
        {
          customerId,
          userId,
          channel: 'mail',
          dedupeKey: `digest:${userId}:${now}`,
          receiver: 'smtp',
          payload,
          dueAt: now,
          now,
        },
      ]);
      await trx
        .updateTable('notification_profile')
        .set({
          digest_since: instant(now),
          digest_next_at: instant(nextClockTime(now, digestAt, zone)),
        })
        .where('customer_id', '=', customerId)
        .where('user_id', '=', userId)
        .execute();
    }
  });
}

async function dueDigests(trx: Executor, now: number): Promise<DueDigest[]> {
  const { rows } = await sql<DueDigest>`
    select p.customer_id as "customerId", p.user_id as "userId", u.group_id as "groupId",
      p.mail_address as "mailAddress", p.language, p.digest_at as "digestAt",
      coalesce(nullif(p.zone, ''), z.iana_name) as zone,
      coalesce(p.digest_since, p.digest_next_at - interval '1 day') as since
    from notification_profile p
    join user_account u on u.customer_id = p.customer_id and u.user_id = p.user_id
      and not u.disabled
    join customer c on c.customer_id = p.customer_id and c.state = 'active'
    join zone z on z.zone_id = c.zone_id
    where p.digest_next_at <= ${instant(now)} and p.digest_at is not null
    order by p.digest_next_at limit ${DIGESTS_PER_RUN} for update of p skip locked`.execute(trx);
  return rows;
}

async function alarmsSince(
  trx: Executor,
  { customerId, groupId, since }: DueDigest,
  now: number,
): Promise<DigestAlarms> {
  const which = sql`
    from alarm a
    join device d on d.customer_id = a.customer_id and d.device_id = a.device_id
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    where a.customer_id = ${customerId} and g.path @> array[${groupId}::integer]
      and a.opened_at >= ${instant(since)} and a.opened_at < ${instant(now)}
      and a.deleted_at is null`;
  const counts = await sql<{ total: number; open: number }>`
    select count(*)::int4 as total,
      (count(*) filter (where a.ended_at is null))::int4 as open ${which}`.execute(trx);
  const { rows } = await sql<DigestAlarm>`
    select a.alarm_type as type, a.log_detail as detail, d.name as "deviceName", a.opened_at as "openedAt",
      a.ended_at is not null as ended ${which}
    order by a.opened_at desc, a.alarm_id desc limit ${MOST_LINES}`.execute(trx);
  return { total: counts.rows[0]!.total, open: counts.rows[0]!.open, newest: rows };
}

function digestMessage(
  { language, zone, since }: DueDigest,
  { total, open, newest }: DigestAlarms,
  publicUrl: string | undefined,
): Message {
  const texts = textsOf(language);
  const from = formatLocal(since, zone);
  const more = total - newest.length;
  const lines = [
    total === 0
      ? fill(texts.digestNone, { since: from })
      : fill(texts.digestHead, { since: from, count: total, open }),
    '',
    ...newest.map(
      (alarm) =>
        `${formatLocal(alarm.openedAt, zone)}  ${typeName(texts, alarm.type, alarm.detail)}  ${plainText(alarm.deviceName)}  ${alarm.ended ? texts.ended : texts.stillOpen}`,
    ),
    ...(more > 0 ? [fill(texts.digestMore, { count: more })] : []),
    '',
    fill(texts.zone, { zone }),
    ...(publicUrl === undefined
      ? []
      : [fill(texts.open, { link: `${trimmed(publicUrl)}/historyalarm` })]),
    texts.why,
  ];
  return { subject: fill(texts.digestSubject, { count: total }), text: lines.join('\n') };
}
