/** Reads lamp groups due for a check, with all data needed to evaluate them, in one query. */

import type { Findings } from '@busbar/domain/project/lamp-check';
import type { NotifiedAlarms } from '@busbar/domain/project/lamp-findings';
import type { LampGroupSetting } from '@busbar/domain/project/lamp-group';
import type { PowerMode } from '@busbar/domain/project/power-mode';
import { sql } from 'kysely';
import type { DeviceRef } from '../../../bus.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { overCustomers } from '../../../storage/distributed/over-customers.ts';
import { CONNECTED, PRESENCE_JOINS, presenceAt } from '../../fleet/devices/presence-queries.ts';
import { isCustomerActive } from '../../shared/customers/active-customer-queries.ts';

/** One of the two sets of limits of a project, as defined in `domain/project/project-limits.ts`. */
export interface CheckedLimits {
  readonly inUse: boolean;
  readonly warningValue1: number | null;
  readonly warningValue2: number | null;
  readonly warningValue3: number | null;
  readonly alarmValue: number;
  readonly checkTime: string;
  readonly scheduledLampCount: number | null;
  readonly scheduledPowerKw: number | null;
  readonly overRate: number;
  readonly underRate: number;
  readonly powerMode: PowerMode;
}

/** Content of `lamp_check.findings`. */
export interface StoredFindings {
  readonly standing?: Findings;
  readonly told?: NotifiedAlarms;
}

export interface DueCheck extends DeviceRef, Omit<LampGroupSetting, 'name'> {
  readonly lampGroupId: number;
  readonly projectId: number;
  /** True if neither the lamp group nor its project nor its device is deleted. */
  readonly isActive: boolean;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly ratedVoltageV: number | null;
  /** IANA zone of the customer. */
  readonly zone: string;
  readonly online: boolean;
  readonly switchAction: string | null;
  readonly switchSince: number | null;
  readonly readingAt: number | null;
  readonly powerKw: number | null;
  readonly powerAKw: number | null;
  readonly powerBKw: number | null;
  readonly powerCKw: number | null;
  readonly voltageAV: number | null;
  readonly voltageBV: number | null;
  readonly voltageCV: number | null;
  /** Energy of the device in the current local day. */
  readonly energyWh: number | null;
  readonly referenceKw: number | null;
  readonly findings: StoredFindings;
  /** Rated power of the project's groups in use, kW; `projectLamps` is their number of lamps. */
  readonly projectKw: number;
  readonly projectLamps: number;
  readonly warning: CheckedLimits;
  readonly alarm: CheckedLimits;
}

/** Maximum age of a reading that a check uses. */
const READING_WITHIN = sql`interval '1 hour'`;

const limitsOf = (kind: 'warning' | 'alarm') => sql`(
  select json_build_object('inUse', q.in_use, 'warningValue1', q.warning_value_1,
    'warningValue2', q.warning_value_2, 'warningValue3', q.warning_value_3,
    'alarmValue', q.alarm_value, 'checkTime', q.check_time,
    'scheduledLampCount', q.scheduled_lamp_count, 'scheduledPowerKw', q.scheduled_power_kw,
    'overRate', q.over_rate, 'underRate', q.under_rate, 'powerMode', q.power_mode)
  from project_limit q
  where q.customer_id = l.customer_id and q.project_id = l.project_id
    and q.kind = ${sql.lit(kind)})`;

/** Returns the epoch ms at which the next lamp group is due. */
export async function nextCheckAt(db: Executor, now: number): Promise<number | undefined> {
  const { rows } = await sql<{ at: number }>`
    select c.next_check_at as at from lamp_check c
    join customer u on u.customer_id = c.customer_id and ${isCustomerActive('u', now)}
    order by c.next_check_at limit 1`.execute(db);
  return rows[0]?.at;
}

/** Claims due checks until the end of the transaction; skips rows locked by another process. */
export async function takeDueChecks(trx: Executor, now: number, most: number): Promise<DueCheck[]> {
  return overCustomers(
    trx,
    sql`select customer_id as "customerId" from lamp_check
      where next_check_at <= ${instant(now)} order by next_check_at limit ${most}`,
    (within) => sql<DueCheck>`
    with due as materialized (
      select c.* from lamp_check c
      where c.next_check_at <= ${instant(now)} and ${within('c')} and exists (select 1 from customer u
        where u.customer_id = c.customer_id and ${isCustomerActive('u', now)})
      order by c.next_check_at limit ${most} for update of c skip locked
    ), whole as (
      select l.customer_id, l.project_id, sum(l.lamp_count * l.lamp_power_kw) as kw,
        sum(l.lamp_count)::integer as lamps
      from lamp_group l
      join project p on p.customer_id = l.customer_id and p.project_id = l.project_id
      join device d on d.customer_id = l.customer_id and d.device_id = l.device_id
        and d.deleted_at is null
      join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
        and g.path @> array[p.group_id]
      where (l.customer_id, l.project_id) in (
          select o.customer_id, o.project_id from due
          join lamp_group o on o.customer_id = due.customer_id
            and o.lamp_group_id = due.lamp_group_id)
        and l.deleted_at is null and l.in_use and ${within('l')}
      group by 1, 2
    )
    select due.customer_id as "customerId", due.lamp_group_id as "lampGroupId",
      l.project_id as "projectId", l.device_id as "deviceId", device.device_code as "deviceCode",
      g.path as "groupPath", l.lamp_count as "lampCount", l.lamp_power_kw as "lampPowerKw",
      l.error_range as "errorRange", l.in_use and g.path @> array[p.group_id] as "inUse", l.lamp_kind as "lampKind", l.phase,
      l.burn_rule as "burnRule", l.on_time as "onTime", l.off_time as "offTime",
      l.on_offset_min as "onOffsetMin", l.off_offset_min as "offOffsetMin", l.dimmed,
      l.deleted_at is null and p.deleted_at is null and device.deleted_at is null as "isActive",
      coalesce(l.longitude, device.longitude) as longitude,
      coalesce(l.latitude, device.latitude) as latitude,
      device.rated_voltage_v as "ratedVoltageV", z.iana_name as zone,
      ${CONNECTED} and ${presenceAt(now)} <> 'offline' as online,
      state.switch_action as "switchAction",
      coalesce(state.switch_since, state.switch_reported_at) as "switchSince",
      m.ts as "readingAt", m.active_power_kw as "powerKw", m.active_power_a_kw as "powerAKw",
      m.active_power_b_kw as "powerBKw", m.active_power_c_kw as "powerCKw",
      m.voltage_a_v as "voltageAV", m.voltage_b_v as "voltageBV", m.voltage_c_v as "voltageCV",
      e.energy_wh as "energyWh", due.reference_kw as "referenceKw", due.findings,
      coalesce(whole.kw, 0) as "projectKw", coalesce(whole.lamps, 0) as "projectLamps",
      ${limitsOf('warning')} as warning, ${limitsOf('alarm')} as alarm
    from due
    join lamp_group l on l.customer_id = due.customer_id and l.lamp_group_id = due.lamp_group_id
    join project p on p.customer_id = l.customer_id and p.project_id = l.project_id
    join device on device.customer_id = l.customer_id and device.device_id = l.device_id
    join user_group g on g.customer_id = device.customer_id and g.group_id = device.group_id
    join customer u on u.customer_id = l.customer_id
    join zone z on z.zone_id = u.zone_id
    ${PRESENCE_JOINS}
    left join whole on whole.customer_id = l.customer_id and whole.project_id = l.project_id
    left join lateral (
      select * from measurement m
      where m.customer_id = l.customer_id and m.device_id = l.device_id
        and m.ts > ${instant(now)} - ${READING_WITHIN}
      order by m.ts desc limit 1) m on true
    left join energy_day e on e.customer_id = l.customer_id and e.device_id = l.device_id
      and e.day = (${instant(now)} at time zone z.iana_name)::date and e.channel = 'activeTotal'
    where ${within('l')}
    order by l.customer_id, l.device_id`,
  );
}
