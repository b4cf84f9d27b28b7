/** Timers for display, with their device, the table stored in the device, and their last run. */
import type { DeviceKind } from '@busbar/domain/device/device-type';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import type { SunEvent } from '@busbar/domain/timer/sun-time';
import type { HeldTimer, TableState } from '@busbar/domain/timer/timer-holder';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { channelOf } from '../../shared/channel-queries.ts';

export interface TimerRow {
  readonly id: number;
  readonly device_id: number;
  readonly device_code: string;
  readonly device_name: string;
  readonly channel: number | null;
  readonly kind: DeviceKind;
  /** Address of a slave; null otherwise. */
  readonly address: number | null;
  readonly days: number;
  /** For a sun timer, the clock time of its last computed run. */
  readonly clock_time: string;
  readonly sun: SunEvent | null;
  readonly sun_offset_min: number;
  /** Project timer that the timer was copied from; null for a timer of the device itself. */
  readonly project_timer_id: number | null;
  readonly project_id: number | null;
  readonly project_name: string | null;
  readonly switch_order: SwitchCommand;
  readonly enabled: boolean;
  readonly next_run_at: number | null;
  /** State of the device's timer table; null for a device that stores none. */
  readonly table_state: TableState | null;
  readonly table_reason: string | null;
  readonly held_at: number | null;
  readonly held: readonly HeldTimer[] | null;
  readonly due_at: number | null;
  readonly result: 'ordered' | 'refused' | 'missed' | 'device' | null;
  readonly reason: string | null;
  readonly command_id: string | null;
  readonly command_state: string | null;
  readonly command_reason: string | null;
  /** Time of the switch report that proves a run by the device itself. */
  readonly reported_at: number | null;
}

export interface TimerQuery {
  readonly timerId?: number | undefined;
  /** Selects the device's own timers and, for a gateway, those of its slaves. */
  readonly deviceId?: number | undefined;
  readonly projectTimerId?: number | undefined;
  /** Starts at 0. */
  readonly offset: number;
  readonly limit: number;
}

/**
 * Search window around the minute of a run for its switch report: the device's clock may deviate as
 * far as the protocol tolerates.
 */
const AROUND = sql`interval '5 minutes'`;

const CAUSED_BY_TIMER = sql`case t.switch_order
  when 'open' then array['openByTimer'] when 'close' then array['closeByTimer']
  when 'lock' then array['lockByCommand'] else array['openByCommand', 'openByManual'] end`;

const visible = (scope: Scope, { timerId, deviceId, projectTimerId }: Partial<TimerQuery>) => sql`
  t.customer_id = ${scope.customerId} and d.deleted_at is null
  and g.path @> array[${scope.groupId}::integer]
  and ${timerId === undefined ? sql`true` : sql`t.timer_id = ${timerId}`}
  and ${deviceId === undefined ? sql`true` : sql`${deviceId} in (d.device_id, d.gateway_id)`}
  and ${projectTimerId === undefined ? sql`true` : sql`t.project_timer_id = ${projectTimerId}`}`;

const FROM = sql`timer t
  join device d on d.customer_id = t.customer_id and d.device_id = t.device_id
  join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id`;

export async function countTimers(
  executor: Executor,
  scope: Scope,
  query: Pick<TimerQuery, 'deviceId'>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${FROM} where ${visible(scope, query)}`.execute(executor);
  return rows[0]!.total;
}

/** Lists timers by device, then by clock time. */
export async function listTimers(
  executor: Executor,
  scope: Scope,
  query: TimerQuery,
): Promise<TimerRow[]> {
  const { rows } = await sql<TimerRow>`
    select t.timer_id as id, t.device_id, d.device_code, d.name as device_name,
      ${channelOf('d')} as channel, d.kind, t.days,
      t.clock_time, t.sun, t.sun_offset_min, t.project_timer_id, p.project_id,
      p.name as project_name, t.switch_order, t.enabled, t.next_run_at,
      h.state as table_state, h.reason as table_reason, h.held_at,
      h.held, d.slave_address as address,
      r.due_at, r.result, r.reason, r.command_id, c.state as command_state,
      c.reason as command_reason, e.occurred_at as reported_at
    from ${FROM}
    left join timer_table h on h.customer_id = t.customer_id
      and h.device_id = coalesce(d.gateway_id, d.device_id)
    left join lateral (
      select * from timer_run r where r.customer_id = t.customer_id and r.timer_id = t.timer_id
      order by r.due_at desc limit 1) r on true
    left join project_timer pt on pt.customer_id = t.customer_id
      and pt.project_timer_id = t.project_timer_id
    left join project p on p.customer_id = pt.customer_id and p.project_id = pt.project_id
    left join command c on c.customer_id = r.customer_id and c.command_id = r.command_id
    left join lateral (
      select e.occurred_at from switch_event e
      where r.result = 'device' and e.customer_id = t.customer_id and e.device_id = t.device_id
        and e.occurred_at between r.due_at - ${AROUND} and r.due_at + ${AROUND}
        and e.switch_action = any (${CAUSED_BY_TIMER})
      order by e.occurred_at desc limit 1) e on true
    where ${visible(scope, query)}
    order by d.device_code, t.clock_time, t.timer_id
    limit ${query.limit} offset ${query.offset}`.execute(executor);
  return rows;
}
