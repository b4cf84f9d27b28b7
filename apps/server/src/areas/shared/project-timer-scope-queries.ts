/** Condition on the timers that a project has set on the devices of its lamp groups. */
import { type RawBuilder, sql } from 'kysely';

/**
 * True if a user set the timer `t` on the device itself, or if the group of the timer's project
 * contains the device. A device that has left that group loses the timer shortly afterwards; until
 * then the timer must not run. On Citus a statement that locks rows needs the `customerId`.
 */
export function isTimerInProjectScope(customerId?: number): RawBuilder<boolean> {
  const customer = customerId === undefined ? sql`t.customer_id` : sql`${customerId}`;
  return sql`(t.project_timer_id is null or exists (
    select 1 from project_timer pt
      join project p on p.customer_id = pt.customer_id and p.project_id = pt.project_id
      join device pd on pd.customer_id = pt.customer_id
      join user_group pg on pg.customer_id = pd.customer_id and pg.group_id = pd.group_id
    where pt.customer_id = ${customer} and pt.project_timer_id = t.project_timer_id
      and pd.device_id = t.device_id and p.deleted_at is null
      and pg.path @> array[p.group_id]))`;
}
