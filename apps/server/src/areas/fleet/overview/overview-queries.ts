/**
 * Presence, positions and loads of all devices of a scope in one pass over their states, because
 * each pass over 10,000 devices costs as much as the sums made of it.
 */
import { MISSED_INTERVALS, SHORTEST_STALE_MS } from '@busbar/domain/device/presence';
import type { MeteredSupply } from '@busbar/domain/load/power-now';
import { BREAKER_POSITIONS } from '@busbar/domain/switch/breaker-position';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import { type Read, read } from '../../../storage/database.ts';
import { flat } from '../../../storage/flat-sql.ts';
import { isCounted } from '../../shared/counted-device-queries.ts';
import { isInScope } from '../../shared/group-scope-queries.ts';
import type { PresenceCount } from '../devices/device-list-queries.ts';
import { isBreaker, POSITION } from '../devices/position-queries.ts';
import { PRESENCE_JOINS, presenceAt } from '../devices/presence-queries.ts';

export interface TopLoad {
  readonly deviceCode: string;
  readonly deviceName: string;
  readonly loadKw: number | null;
  readonly highestCurrentA: number;
  readonly ratedCurrentA: number;
  /** Epoch ms. */
  readonly measuredAt: number;
}

export interface DeviceOverview {
  readonly presence: PresenceCount;
  /** Breakers whose position is unknown have never reported it. */
  readonly positions: Readonly<Record<(typeof BREAKER_POSITIONS)[number] | 'unknown', number>>;
  /** Breakers with a known position that are not online: it is their last reported one. */
  readonly breakersNotOnline: number;
  readonly counted: number;
  /** Devices that measure power and have no load of now. */
  readonly uncounted: number;
  /** Sum of the loads that no supply meter measures a second time. */
  readonly otherKw: number;
  readonly supplies: readonly MeteredSupply[];
  readonly topLoads: readonly TopLoad[];
}

/** `isLoadOfNow` of `domain/load/power-now.ts` as an SQL expression; a test compares the two. */
export function loadOfNow(now: number): RawBuilder<boolean> {
  const window = sql`interval '1 second' * greatest(
    ${sql.lit(MISSED_INTERVALS)} * device.expected_interval_s, ${sql.lit(SHORTEST_STALE_MS / 1000)})`;
  return sql<boolean>`coalesce(${presenceAt(now)} = 'online' and state.active_power_kw is not null
    and state.measured_at >= ${instant(now)} - ${window}
    and state.measured_at >= coalesce(
      state.switch_since, state.switch_reported_at, state.measured_at), false)`;
}

/**
 * The supply that the power of a device belongs to: a tower with its users, or a gateway with its
 * slaves, and whether the device is its meter.
 */
const SUPPLY_JOINS = sql`
  left join tower on tower.customer_id = device.customer_id
    and tower.device_id = device.device_id and tower.deleted_at is null
  left join (
    select u.customer_id, u.device_id, u.tower_id from tower_user u
    join tower t on t.customer_id = u.customer_id and t.tower_id = u.tower_id
    where t.deleted_at is null
  ) branch on branch.customer_id = device.customer_id and branch.device_id = device.device_id`;
const SUPPLY = sql`case
  when coalesce(tower.tower_id, branch.tower_id) is not null
    then 'tower ' || coalesce(tower.tower_id, branch.tower_id)
  when device.kind = 'gateway' then 'gateway ' || device.device_id
  when device.gateway_id is not null then 'gateway ' || device.gateway_id end`;
const IS_INCOMER = sql`(tower.tower_id is not null or device.kind = 'gateway')`;

const POSITION_COUNTS = flat(
  sql.join(
    [...BREAKER_POSITIONS, 'unknown' as const].map(
      (name) => sql`${sql.lit(name)}, count(*) filter (where position = ${sql.lit(name)})`,
    ),
  ),
);

export function deviceOverview(scope: Scope, now: number, topLoads: number): Read<DeviceOverview> {
  const query = sql<DeviceOverview>`
    with seen as materialized (
      select device.device_code, device.name, device.kind, device.rated_current_a,
        state.active_power_kw::float8 as kw, state.highest_current_a, state.measured_at,
        ${presenceAt(now)} as presence, ${loadOfNow(now)} as is_of_now,
        ${SUPPLY} as supply, ${IS_INCOMER} as is_incomer,
        case when ${isBreaker} then coalesce(${POSITION}, 'unknown') end as position
      from device
      join user_group on user_group.customer_id = device.customer_id
        and user_group.group_id = device.group_id
      ${PRESENCE_JOINS} ${SUPPLY_JOINS}
      where device.customer_id = ${scope.customerId} and device.deleted_at is null
        and ${isCounted('device')}
        and ${isInScope(scope, sql`user_group.path`)}
    ), supplied as (
      select supply, sum(kw) filter (where is_incomer) as incomer_kw,
        coalesce(sum(kw) filter (where not is_incomer), 0) as branches_kw
      from seen where is_of_now group by supply
    ), top as (
      select device_code as "deviceCode", name as "deviceName", kw as "loadKw",
        highest_current_a as "highestCurrentA", rated_current_a as "ratedCurrentA",
        round(date_part('epoch', measured_at) * 1000) as "measuredAt"
      from seen where is_of_now and highest_current_a is not null and rated_current_a > 0
      order by highest_current_a / rated_current_a desc, device_code collate "C"
      limit ${topLoads}
    )
    select json_build_object('total', count(*),
        'online', count(*) filter (where presence = 'online'),
        'offline', count(*) filter (where presence <> 'online'),
        'late', count(*) filter (where presence = 'late')) as presence,
      json_build_object(${POSITION_COUNTS}) as positions,
      count(*) filter (where position <> 'unknown' and presence <> 'online') as "breakersNotOnline",
      count(*) filter (where is_of_now) as counted,
      -- A gateway that has never measured power measures none.
      count(*) filter (where not is_of_now
        and (kw is not null or kind not in ('gateway', 'hidden'))) as uncounted,
      coalesce((select sum(branches_kw) from supplied where incomer_kw is null), 0) as "otherKw",
      (select coalesce(json_agg(json_build_object('incomerKw', incomer_kw,
        'branchesKw', branches_kw)), '[]') from supplied where incomer_kw is not null) as supplies,
      (select coalesce(json_agg(top), '[]') from top) as "topLoads"
    from seen`;
  return read(query, (rows) => rows[0]!);
}
