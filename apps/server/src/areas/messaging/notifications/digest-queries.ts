/** Queries for the daily digests. */

import type { AlarmFacts } from '@busbar/domain/alarm/alarm-facts';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { overCustomers } from '../../../storage/distributed/over-customers.ts';
import { isCounted } from '../../shared/counted-device-queries.ts';
import { isCustomerActive } from '../../shared/customers/active-customer-queries.ts';

export async function dueDigests(trx: Executor, now: number): Promise<DueDigest[]> {
  return overCustomers(
    trx,
    sql`select customer_id as "customerId" from notification_profile
      where digest_next_at <= ${instant(now)} and digest_at is not null
      order by digest_next_at limit ${DIGESTS_PER_RUN}`,
    (within) => sql<DueDigest>`
    select p.customer_id as "customerId", p.user_id as "userId", u.group_id as "groupId",
      p.mail_address as "mailAddress", p.language, p.digest_at as "digestAt",
      coalesce(nullif(p.zone, ''), z.iana_name) as zone,
      coalesce(p.digest_since, p.digest_next_at - interval '1 day') as since
    from notification_profile p
    join user_account u on u.customer_id = p.customer_id and u.user_id = p.user_id
      and not u.disabled
    join customer c on c.customer_id = p.customer_id and ${isCustomerActive('c', now)}
    join zone z on z.zone_id = c.zone_id
    where p.digest_next_at <= ${instant(now)} and p.digest_at is not null and ${within('p')}
    order by p.digest_next_at limit ${DIGESTS_PER_RUN} for update of p skip locked`,
  );
}

export async function alarmsSince(
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
      and a.deleted_at is null and ${isCounted('d')}`;
  const counts = await sql<{ total: number; open: number }>`
    select count(*)::int4 as total,
      (count(*) filter (where a.ended_at is null))::int4 as open ${which}`.execute(trx);
  const { rows } = await sql<DigestAlarm>`
    select a.alarm_type as type, a.log_detail as detail, d.name as "deviceName", a.opened_at as "openedAt",
      a.phase, a.last_value as value, a.peak_value as peak, a.limit_value as "limit",
      coalesce(a.facts, '{}') as facts, a.ended_at as "endedAt" ${which}
    order by a.opened_at desc, a.alarm_id desc limit ${MAX_LINES}`.execute(trx);
  return { total: counts.rows[0]!.total, open: counts.rows[0]!.open, newest: rows };
}

export const DIGESTS_PER_RUN = 100;

export const MAX_LINES = 50;

export interface DueDigest {
  readonly customerId: number;
  readonly userId: number;
  readonly groupId: number;
  readonly mailAddress: string;
  readonly language: string;
  readonly zone: string;
  readonly digestAt: string;
  readonly since: number;
}

export interface DigestAlarm {
  readonly type: string;
  readonly detail: string;
  readonly deviceName: string;
  readonly phase: string;
  readonly value: number | null;
  readonly peak: number | null;
  readonly limit: number | null;
  readonly facts: AlarmFacts;
  readonly openedAt: number;
  readonly endedAt: number | null;
}

export interface DigestAlarms {
  readonly total: number;
  readonly open: number;
  readonly newest: readonly DigestAlarm[];
}

export async function scheduleDigest(
  trx: Executor,
  { customerId, userId }: Pick<DueDigest, 'customerId' | 'userId'>,
  now: number,
  nextAt: number,
): Promise<void> {
  await trx
    .updateTable('notification_profile')
    .set({
      digest_since: instant(now),
      digest_next_at: instant(nextAt),
    })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute();
}
