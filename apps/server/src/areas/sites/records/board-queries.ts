/** Lamp groups and towers of a project with state and active alarms, for the project board. */
import type { Presence } from '@busbar/domain/device/presence';
import type { Findings } from '@busbar/domain/project/lamp-check';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { PRESENCE_JOINS, presenceAt } from '../../fleet/devices/presence-queries.ts';
import type { StoredPosition } from '../projects/lamp-group-queries.ts';

export interface BoardGroup extends StoredPosition {
  readonly lampGroupId: number;
  readonly projectId: number;
  readonly name: string;
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly deviceName: string;
  readonly inUse: boolean;
  readonly lampCount: number;
  readonly lampPowerKw: number;
  readonly lampKind: string;
  readonly phase: string;
  readonly presence: Presence;
  readonly switchAction: string | null;
  readonly verdict: string | null;
  readonly lampsOn: number | null;
  readonly failed: number | null;
  readonly measuredKw: number | null;
  readonly expectedKw: number | null;
  readonly voltageV: number | null;
  readonly checkedAt: number | null;
  readonly readingAt: number | null;
  readonly nextCheckAt: number | null;
  readonly energyKwh: number | null;
  readonly standing: Findings | null;
  readonly openAlarms: number;
  readonly openWarnings: number;
}

/** Returns lamp groups sorted by name; a group without its own position has that of its device. */
export async function readBoard(
  db: Executor,
  scope: Scope,
  projectId: number,
  now: number,
): Promise<BoardGroup[]> {
  const { rows } = await sql<BoardGroup>`
    select l.lamp_group_id as "lampGroupId", l.project_id as "projectId", l.name,
      l.device_id as "deviceId", device.device_code as "deviceCode", device.name as "deviceName",
      l.in_use as "inUse", l.lamp_count as "lampCount", l.lamp_power_kw as "lampPowerKw",
      l.lamp_kind as "lampKind", l.phase,
      case when l.longitude is null then device.longitude else l.longitude end as longitude,
      case when l.longitude is null then device.latitude else l.latitude end as latitude,
      case when l.longitude is null then device.bd_longitude else l.bd_longitude end
        as "bdLongitude",
      case when l.longitude is null then device.bd_latitude else l.bd_latitude end as "bdLatitude",
      ${presenceAt(now)} as presence, state.switch_action as "switchAction", c.verdict,
      c.lamps_on as "lampsOn", c.failed, c.measured_kw as "measuredKw",
      c.expected_kw as "expectedKw", c.voltage_v as "voltageV", c.checked_at as "checkedAt",
      c.reading_at as "readingAt", c.next_check_at as "nextCheckAt", c.energy_kwh as "energyKwh",
      c.findings -> 'standing' as standing, coalesce(a.alarms, 0) as "openAlarms",
      coalesce(a.warnings, 0) as "openWarnings"
    from lamp_group l
    join device on device.customer_id = l.customer_id and device.device_id = l.device_id
      and device.deleted_at is null
    join user_group g on g.customer_id = device.customer_id and g.group_id = device.group_id
    ${PRESENCE_JOINS}
    left join lamp_check c on c.customer_id = l.customer_id
      and c.lamp_group_id = l.lamp_group_id
    left join (
      select a.device_id, count(*) filter (where a.kind = 'alarm')::integer as alarms,
        count(*) filter (where a.kind = 'warning')::integer as warnings
      from alarm a
      where a.customer_id = ${scope.customerId} and a.ended_at is null and a.deleted_at is null
        and a.handled_at is null
      group by 1) a on a.device_id = l.device_id
    where l.customer_id = ${scope.customerId} and l.project_id = ${projectId}
      and l.deleted_at is null and g.path @> array[${scope.groupId}::integer]
    order by l.name collate "C", l.lamp_group_id`.execute(db);
  return rows;
}

export interface BoardTower {
  readonly towerId: number;
  readonly name: string;
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly deviceName: string;
  readonly presence: Presence;
  readonly mains: string;
  readonly openAlarms: number;
  readonly openWarnings: number;
}

/** Returns the towers sorted by name. */
export async function readBoardTowers(
  db: Executor,
  scope: Scope,
  projectId: number,
  now: number,
): Promise<BoardTower[]> {
  const { rows } = await sql<BoardTower>`
    select t.tower_id as "towerId", t.name, t.device_id as "deviceId",
      device.device_code as "deviceCode", device.name as "deviceName",
      ${presenceAt(now)} as presence, t.mains_state as mains,
      (count(a) filter (where a.kind = 'alarm'))::integer as "openAlarms",
      (count(a) filter (where a.kind = 'warning'))::integer as "openWarnings"
    from tower t
    join device on device.customer_id = t.customer_id and device.device_id = t.device_id
      and device.deleted_at is null
    join user_group g on g.customer_id = device.customer_id and g.group_id = device.group_id
    ${PRESENCE_JOINS}
    left join (
      select p.customer_id, p.tower_id, p.device_id from project_device p
      join device d on d.customer_id = p.customer_id and d.device_id = p.device_id
      join user_group dg on dg.customer_id = d.customer_id and dg.group_id = d.group_id
      where p.customer_id = ${scope.customerId}
        and dg.path @> array[${scope.groupId}::integer]) part
      on part.customer_id = t.customer_id and part.tower_id = t.tower_id
    left join alarm a on a.customer_id = part.customer_id and a.device_id = part.device_id
      and a.ended_at is null and a.deleted_at is null and a.handled_at is null
    where t.customer_id = ${scope.customerId} and t.project_id = ${projectId}
      and t.deleted_at is null and g.path @> array[${scope.groupId}::integer]
    group by 1, 2, 3, 4, 5, 6, 7
    order by t.name collate "C", t.tower_id`.execute(db);
  return rows;
}
