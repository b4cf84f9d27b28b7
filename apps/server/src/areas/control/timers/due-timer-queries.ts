/** Due timers and their next runs. */
import { DEVICE_KINDS, type DeviceKind } from '@busbar/domain/device/device-type';
import type { Place } from '@busbar/domain/project/sun';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import type { WeeklyTime } from '@busbar/domain/timer/next-run';
import type { SunEvent } from '@busbar/domain/timer/sun-time';
import {
  canHoldTimers,
  type HeldTable,
  type HeldTimer,
  type TableState,
} from '@busbar/domain/timer/timer-holder';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { isCustomerActive } from '../../shared/customers/active-customer-queries.ts';
import { msUntil } from '../../shared/database-time-queries.ts';
import { isTimerInProjectScope } from '../../shared/project-timer-scope-queries.ts';

export interface TimerKey {
  readonly customerId: number;
  readonly timerId: number;
}

export interface DueKey extends TimerKey {
  readonly groupId: number;
  readonly command: SwitchCommand;
  readonly nextRunAt: number;
  /** True if the platform runs the timer (`timerHolder`), as far as is known before it is locked. */
  readonly isOurs: boolean;
}

export interface DueTimer extends TimerKey, WeeklyTime {
  readonly groupId: number;
  readonly kind: DeviceKind;
  readonly command: SwitchCommand;
  /** Sun event of a sun timer; null for a clock timer. */
  readonly sun: SunEvent | null;
  readonly deviceId: number;
  readonly deviceCode: string;
  /** Address of a slave; null otherwise. */
  readonly address: number | null;
  readonly nextRunAt: number;
  /** IANA zone of the customer, in which the clock time is defined. */
  readonly zone: string;
  /** For a sun timer: minutes after the sun event. */
  readonly offsetMin: number;
  /** Location of the lamps or of their device; null if none was entered. */
  readonly place: Place | null;
  /** Timer table of the device; undefined if it never had one. */
  readonly table: HeldTable | undefined;
}

export interface DuePage {
  /** Last timer of the page before; undefined for the first page. */
  readonly after?: DueKey | undefined;
  /** Groups whose close commands by the platform are left out. */
  readonly waiting?: ReadonlySet<number>;
  readonly limit: number;
}

const IS_OURS = sql`(t.sun is not null
  or d.kind <> all(${DEVICE_KINDS.filter(canHoldTimers)}::text[])
  or coalesce(h.state = 'refused' and h.held is null, false))`;

/**
 * Returns due timers, oldest first, close commands last because they may have to wait for each
 * other. Excludes inactive customers, deleted devices, and timers of projects whose group does not
 * contain the device.
 */
export async function dueTimers(
  executor: Executor,
  now: number,
  { after, waiting = new Set(), limit }: DuePage,
): Promise<DueKey[]> {
  const isAfter =
    after === undefined
      ? sql`true`
      : sql`(t.switch_order = 'close', t.next_run_at, t.timer_id, t.customer_id) >
          (${after.command === 'close'}::boolean, ${instant(after.nextRunAt)}::timestamptz,
            ${after.timerId}::integer, ${after.customerId}::integer)`;
  const { rows } = await sql<DueKey>`
    select t.customer_id as "customerId", t.timer_id as "timerId", d.group_id as "groupId",
      t.switch_order as "command", t.next_run_at as "nextRunAt", ${IS_OURS} as "isOurs"
    from timer t
    join customer u on u.customer_id = t.customer_id and ${isCustomerActive('u', now)}
    join device d on d.customer_id = t.customer_id and d.device_id = t.device_id
      and d.deleted_at is null
    left join timer_table h on h.customer_id = d.customer_id
      and h.device_id = coalesce(d.gateway_id, d.device_id)
    where t.next_run_at <= ${instant(now)} and ${isAfter} and ${isTimerInProjectScope()}
      and not (t.switch_order = 'close' and ${IS_OURS}
        and d.group_id = any(${[...waiting]}::integer[]))
    order by (t.switch_order = 'close'), t.next_run_at, t.timer_id, t.customer_id
    limit ${limit}`.execute(executor);
  return rows;
}

/** Returns the time of the next due timer, by the process clock; undefined if there is none. */
export async function nextTimerAt(ctx: Context): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select ${msUntil(ctx, sql`t.next_run_at`)} as ms from timer t
    join customer u on u.customer_id = t.customer_id and ${isCustomerActive('u', ctx.clock.now())}
    join device d on d.customer_id = t.customer_id and d.device_id = t.device_id
      and d.deleted_at is null
    where t.next_run_at is not null and ${isTimerInProjectScope()}
    order by t.next_run_at limit 1`.execute(ctx.database.db);
  const ms = rows[0]?.ms;
  return ms == null ? undefined : ctx.clock.now() + ms;
}

/**
 * Locks a due timer; returns undefined if another process has locked it, if it was changed, run
 * or removed since, or if its device has left the group of its project.
 */
export async function lockDueTimer(trx: Executor, key: TimerKey): Promise<DueTimer | undefined> {
  const { rows } = await sql<
    Omit<DueTimer, 'table' | 'place'> & {
      state: TableState | null;
      held: readonly HeldTimer[] | null;
      latitude: number | null;
      longitude: number | null;
    }
  >`
    select t.customer_id as "customerId", t.timer_id as "timerId", t.device_id as "deviceId",
      d.device_code as "deviceCode", d.group_id as "groupId", d.kind, t.days,
      t.clock_time as time, t.switch_order as "command", t.next_run_at as "nextRunAt",
      z.iana_name as zone, h.state, h.held, d.slave_address as address,
      t.sun, t.sun_offset_min as "offsetMin", coalesce(l.latitude, d.latitude) as latitude,
      coalesce(l.longitude, d.longitude) as longitude
    from timer t
    join device d on d.customer_id = t.customer_id and d.device_id = t.device_id
    join customer u on u.customer_id = t.customer_id
    join zone z on z.zone_id = u.zone_id
    left join timer_table h on h.customer_id = t.customer_id
      and h.device_id = coalesce(d.gateway_id, d.device_id)
    left join lamp_group l on l.customer_id = d.customer_id and l.device_id = d.device_id
      and l.deleted_at is null
    where t.customer_id = ${key.customerId} and t.timer_id = ${key.timerId}
      and t.enabled and t.next_run_at is not null and ${isTimerInProjectScope(key.customerId)}
    for no key update of t skip locked`.execute(trx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { state, held, latitude, longitude, ...timer } = row;
  return {
    ...timer,
    place: latitude === null || longitude === null ? null : { latitude, longitude },
    table: state === null ? undefined : { state, held: held ?? undefined },
  };
}

/** `time`: local time of the sun event of a sun timer. */
export async function setNextRun(
  trx: Executor,
  { customerId, timerId }: TimerKey,
  nextRunAt: number | undefined,
  time?: string,
): Promise<void> {
  await trx
    .updateTable('timer')
    .set({
      next_run_at: nextRunAt === undefined ? null : instant(nextRunAt),
      ...(time === undefined ? {} : { clock_time: time }),
    })
    .where('customer_id', '=', customerId)
    .where('timer_id', '=', timerId)
    .execute();
}
