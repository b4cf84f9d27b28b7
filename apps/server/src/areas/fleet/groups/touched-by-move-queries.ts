/**
 * Automations that continue after a move although their creators may see less: timers and projects
 * stay with their devices; reports and notifications follow what their users can see.
 */
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { type DevicesOfGroup, isOneOf } from './placed-queries.ts';

export interface Touched {
  /** Enabled timers of the moved devices. */
  readonly timers: number;
  /** Projects with a lamp group or a tower that uses the moved devices, by name. */
  readonly projects: readonly string[];
  readonly towers: readonly string[];
  /** Scheduled reports that contain a moved device, or whose owner or a recipient loses devices. */
  readonly schedules: number;
  /** Users who lose devices and receive alarm notifications. */
  readonly notified: number;
}

export async function touchedBy(
  db: Executor,
  customerId: number,
  what: { readonly moved: readonly DevicesOfGroup[]; readonly losers: readonly number[] },
): Promise<Touched> {
  const moved = sql`select d.device_id from device d
    where d.customer_id = ${customerId} and ${isOneOf(what.moved)}`;
  const losers = sql`${[...what.losers]}::integer[]`;
  const { rows } = await sql<Touched>`
    with moved as materialized (${moved}),
      towers as (
        select t.tower_id, t.name, t.project_id from tower t
        where t.customer_id = ${customerId} and t.deleted_at is null
          and (t.device_id in (table moved) or exists (select 1 from tower_user u
            where u.customer_id = t.customer_id and u.tower_id = t.tower_id
              and u.device_id in (table moved))))
    select
      (select count(*) from timer where customer_id = ${customerId} and enabled
        and device_id in (table moved)) as timers,
      (select coalesce(json_agg(name order by lower(name)), '[]') from project p
        where p.customer_id = ${customerId} and p.deleted_at is null and (
          exists (select 1 from lamp_group l where l.customer_id = p.customer_id
            and l.project_id = p.project_id and l.deleted_at is null
            and l.device_id in (table moved))
          or p.project_id in (select project_id from towers))) as projects,
      (select coalesce(json_agg(name order by lower(name)), '[]') from towers) as towers,
      (select count(*) from report_schedule s where s.customer_id = ${customerId} and s.enabled
        and (s.user_id = any(${losers}) or s.recipients && ${losers}
          or s.device_ids && array(table moved))) as schedules,
      (select count(distinct n.user_id) from notification_setting n
        where n.customer_id = ${customerId} and n.user_id = any(${losers})
          and (n.mail or n.push or n.in_app)) as notified`.execute(db);
  return rows[0]!;
}
