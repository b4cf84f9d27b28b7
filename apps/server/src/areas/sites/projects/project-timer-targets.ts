/** The devices a project's timers are to stand at, and what stands there. */
import type { DeviceKind } from '@busbar/domain/device/device-type';
import type { Place } from '@busbar/domain/project/sun';
import type { SwitchOrder } from '@busbar/domain/switch/interlock';
import type { SunEvent } from '@busbar/domain/timer/sun-time';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';

export interface ProjectKey {
  readonly customerId: number;
  readonly projectId: number;
}

/** A lamp group in use. */
export interface Target {
  readonly lampGroupId: number;
  readonly name: string;
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly deviceName: string;
  readonly kind: DeviceKind;
  /** The device whose line carries it: a slave's gateway, otherwise itself. */
  readonly linkId: number;
  /** Of the group, or of its device. */
  readonly place: Place | null;
  /** Timers by the clock that people set at the device. */
  readonly own: readonly { readonly days: number; readonly time: string }[];
  /** Timers the device's table holds, or its gateway's. */
  readonly held: number;
}

/** By name. None of a project that is gone; devices the project's group does not see are left alone. */
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

/** A timer of a device that a project has set. */
export interface BoundTimer {
  readonly id: number;
  readonly projectTimerId: number;
  readonly deviceId: number;
  readonly kind: DeviceKind;
  readonly linkId: number;
  readonly days: number;
  readonly time: string;
  readonly sun: SunEvent | null;
  readonly offsetMin: number;
  readonly order: SwitchOrder;
  readonly enabled: boolean;
  readonly nextRunAt: number | null;
  /** The minute it was due last since it was set so. */
  readonly lastDueAt: number | null;
}

/** With `lock` they are held until the transaction ends, in the order everybody takes them. */
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
      t.sun_offset_min as "offsetMin", t.switch_order as "order", t.enabled,
      t.next_run_at as "nextRunAt", (
        select max(r.due_at) from timer_run r
        where r.customer_id = t.customer_id and r.timer_id = t.timer_id
          and r.recorded_at > t.changed_at) as "lastDueAt"
    from timer t
    join device d on d.customer_id = t.customer_id and d.device_id = t.device_id
    where ${ofProject} order by t.timer_id`.execute(db);
  return rows;
}
