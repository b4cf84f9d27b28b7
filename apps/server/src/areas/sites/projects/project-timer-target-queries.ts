/** Target devices of a project's timers, and the timers they currently have. */
import type { DeviceKind } from '@busbar/domain/device/device-type';
import { snakeCaseKeys } from '@busbar/domain/key-case';
import type { Place } from '@busbar/domain/project/sun';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import type { SunEvent } from '@busbar/domain/timer/sun-time';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { ProjectKey } from './project-queries.ts';

/** A lamp group that is in use, with its device. */
export interface Target {
  readonly lampGroupId: number;
  readonly name: string;
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly deviceName: string;
  readonly kind: DeviceKind;
  /** Device that has the connection: the gateway of a slave, otherwise the device itself. */
  readonly linkId: number;
  /** Position of the group, or of its device if the group has none. */
  readonly place: Place | null;
  /** Clock timers that users set on the device itself. */
  readonly own: readonly { readonly days: number; readonly time: string }[];
  /** Number of timers in the table of the device or its gateway. */
  readonly held: number;
}

/**
 * Returns the lamp groups in use, sorted by name; none if the project was deleted. Skips devices
 * outside the project's group.
 */
export async function listTargets(
  db: Executor,
  { customerId, projectId }: ProjectKey,
): Promise<Target[]> {
  const { rows } = await sql<
    Omit<Target, 'place'> & { latitude: number | null; longitude: number | null }
  >`
    select l.lamp_group_id as "lampGroupId", l.name, d.device_id as "deviceId",
      d.device_code as "deviceCode", d.name as "deviceName", d.kind,
      coalesce(d.gateway_id, d.device_id) as "linkId",
      coalesce(l.latitude, d.latitude) as latitude,
      coalesce(l.longitude, d.longitude) as longitude,
      coalesce((
        select json_agg(json_build_object('days', t.days, 'time', t.clock_time)) from timer t
        where t.customer_id = d.customer_id and t.device_id = d.device_id
          and t.project_timer_id is null and t.sun is null), '[]'::json) as own,
      (select count(*)::integer from timer t
        join device e on e.customer_id = t.customer_id and e.device_id = t.device_id
          and e.deleted_at is null
        where t.customer_id = d.customer_id and t.enabled and t.sun is null
          and coalesce(e.gateway_id, e.device_id) = coalesce(d.gateway_id, d.device_id)) as held
    from lamp_group l
    join project p on p.customer_id = l.customer_id and p.project_id = l.project_id
      and p.deleted_at is null
    join device d on d.customer_id = l.customer_id and d.device_id = l.device_id
      and d.deleted_at is null
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
      and g.path @> array[p.group_id]
    where l.customer_id = ${customerId} and l.project_id = ${projectId}
      and l.deleted_at is null and l.in_use
    order by l.name collate "C", l.lamp_group_id`.execute(db);
  return rows.map(({ latitude, longitude, ...target }) => ({
    ...target,
    place: latitude === null || longitude === null ? null : { latitude, longitude },
  }));
}

/** The setting of a device timer that is created from a project timer. */
interface BoundSetting {
  readonly projectTimerId: number;
  readonly deviceId: number;
  readonly days: number;
  readonly time: string;
  readonly sun: SunEvent | null;
  readonly offsetMin: number;
  readonly command: SwitchCommand;
  readonly enabled: boolean;
}

/** A device timer that was created from a project timer. */
export interface BoundTimer extends BoundSetting {
  readonly id: number;
  readonly kind: DeviceKind;
  readonly linkId: number;
  readonly nextRunAt: number | null;
  /** The last minute at which the timer was due since it was last changed. */
  readonly lastDueAt: number | null;
}

/** `lock` locks the rows until the transaction ends, in the order that all transactions use. */
export async function listBound(
  db: Executor,
  { customerId, projectId }: ProjectKey,
  lock = false,
): Promise<BoundTimer[]> {
  const ofProject = sql`
    t.customer_id = ${customerId} and t.project_timer_id in (
      select project_timer_id from project_timer
      where customer_id = ${customerId} and project_id = ${projectId})`;
  if (lock) {
    await sql`
      select 1 from timer t where ${ofProject} order by t.timer_id for no key update`.execute(db);
  }
  const { rows } = await sql<BoundTimer>`
    select t.timer_id as id, t.project_timer_id as "projectTimerId", t.device_id as "deviceId",
      d.kind, coalesce(d.gateway_id, d.device_id) as "linkId", t.days, t.clock_time as time, t.sun,
      t.sun_offset_min as "offsetMin", t.switch_order as "command", t.enabled,
      t.next_run_at as "nextRunAt", (
        select max(r.due_at) from timer_run r
        where r.customer_id = t.customer_id and r.timer_id = t.timer_id
          and r.recorded_at > t.changed_at) as "lastDueAt"
    from timer t
    join device d on d.customer_id = t.customer_id and d.device_id = t.device_id
    where ${ofProject} order by t.timer_id`.execute(db);
  return rows;
}

export interface WantedTimer extends BoundSetting {
  readonly nextRunAt: number | undefined;
}

export interface ChangedTimer extends WantedTimer {
  readonly id: number;
  /** True if no user changed the timer: only the position or the sun times changed. */
  readonly isMoved: boolean;
}

interface Change {
  readonly customerId: number;
  readonly changedBy: number | null;
  readonly changedAt: number;
}

const columnsOf = ({ time, offsetMin, command, nextRunAt, ...timer }: WantedTimer) => ({
  ...snakeCaseKeys(timer),
  clock_time: time,
  sun_offset_min: offsetMin,
  switch_order: command,
  next_run_at: nextRunAt === undefined ? null : instant(nextRunAt),
});

const changeOf = ({ changedBy, changedAt }: Change) => ({
  changed_by: changedBy,
  changed_at: instant(changedAt),
});

/** Maximum rows per statement: the number of its parameters is limited. */
const ROWS_AT_ONCE = 2_000;

export async function insertBound(
  trx: Executor,
  change: Change,
  timers: readonly WantedTimer[],
): Promise<void> {
  const columns = { customer_id: change.customerId, ...changeOf(change) };
  for (let from = 0; from < timers.length; from += ROWS_AT_ONCE) {
    const rows = timers.slice(from, from + ROWS_AT_ONCE);
    await trx
      .insertInto('timer')
      .values(rows.map((timer) => ({ ...columns, ...columnsOf(timer) })))
      .execute();
  }
}

export async function updateBound(
  trx: Executor,
  change: Change,
  { id, isMoved, ...timer }: ChangedTimer,
): Promise<void> {
  await trx
    .updateTable('timer')
    .set({ ...columnsOf(timer), ...(isMoved ? {} : changeOf(change)) })
    .where('customer_id', '=', change.customerId)
    .where('timer_id', '=', id)
    .execute();
}
