/** Rows of towers and their users. A tower is visible to users who see its project and its device. */
import type { DeviceKind } from '@busbar/domain/device/device-type';
import { isSwitchAction, type SwitchAction } from '@busbar/domain/switch/switch-action';
import type { Tried } from '@busbar/domain/tower/decide-tower';
import type { UserSupplyState } from '@busbar/domain/tower/decide-user';
import type { MainsState } from '@busbar/domain/tower/supply';
import type { TowerFigures, TowerUser } from '@busbar/domain/tower/tower-settings';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { isCustomerActive } from '../../shared/customers/active-customer-queries.ts';
import { databaseTime, msUntil } from '../../shared/database-time-queries.ts';
import { holdsPermission } from '../../shared/rights/permission-queries.ts';
import type { TowerKey } from '../projects/tower-key.ts';

export interface TowerRow extends TowerKey, TowerFigures {
  readonly name: string;
  readonly projectId: number;
  readonly projectName: string;
  readonly groupId: number;
  /** Group of the user who saved the tower last; null if this user may no longer switch breakers. */
  readonly savedByGroupId: number | null;
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly deviceName: string;
  /** True if the tower's device was deleted; the platform then no longer controls the tower. */
  readonly isDeviceGone: boolean;
  readonly expectedIntervalS: number;
  /** IANA zone of the customer. */
  readonly zone: string;
  readonly mainsState: MainsState;
  readonly mainsSince: number | null;
  readonly absentSince: number | null;
  readonly readingAt: number | null;
  readonly lastStartAt: number | null;
}

/** Selects towers of a customer; their device may be deleted. Citus must know the customer. */
const towersOf = (customerId: number) => sql`
  select t.customer_id as "customerId", t.tower_id as "towerId", t.name,
    t.project_id as "projectId", p.name as "projectName", p.group_id as "groupId",
    (select u.group_id from user_account u where u.customer_id = ${customerId}
      and u.user_id = t.changed_by and not u.disabled
      and ${holdsPermission('device.switch', customerId)}) as "savedByGroupId",
    t.device_id as "deviceId", d.device_code as "deviceCode", d.name as "deviceName",
    d.deleted_at is not null as "isDeviceGone", d.expected_interval_s as "expectedIntervalS", z.iana_name as zone,
    t.mains_min_v as "mainsMinV", t.cut_delay_s as "cutDelayS", t.hold_s as "holdS",
    t.stagger_s as "staggerS", t.battery_kwh as "batteryKwh", t.mains_state as "mainsState",
    t.mains_since as "mainsSince", t.absent_since as "absentSince",
    t.reading_at as "readingAt", t.last_start_at as "lastStartAt"
  from tower t
  join project p on p.customer_id = t.customer_id and p.project_id = t.project_id
    and p.deleted_at is null
  join user_group g on g.customer_id = p.customer_id and g.group_id = p.group_id
  join device d on d.customer_id = t.customer_id and d.device_id = t.device_id
  join user_group dg on dg.customer_id = d.customer_id and dg.group_id = d.group_id
  join customer c on c.customer_id = t.customer_id
  join zone z on z.zone_id = c.zone_id`;

const seenBy = (scope: Scope) => sql`t.customer_id = ${scope.customerId} and t.deleted_at is null
  and g.path @> array[${scope.groupId}::integer] and dg.path @> array[${scope.groupId}::integer]`;

export async function findTower(
  db: Executor,
  scope: Scope,
  towerId: number,
): Promise<TowerRow | undefined> {
  const { rows } = await sql<TowerRow>`${towersOf(scope.customerId)}
    where ${seenBy(scope)} and t.tower_id = ${towerId}`.execute(db);
  return rows[0];
}

export async function listTowers(
  db: Executor,
  scope: Scope,
  query: {
    readonly projectId: number | undefined;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<{ towers: TowerRow[]; total: number }> {
  const ofProject =
    query.projectId === undefined ? sql`true` : sql`t.project_id = ${query.projectId}`;
  const { rows: towers } = await sql<TowerRow>`${towersOf(scope.customerId)}
    where ${seenBy(scope)} and ${ofProject}
    order by t.name, t.tower_id limit ${query.limit} offset ${query.offset}`.execute(db);
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from tower t
    join project p on p.customer_id = t.customer_id and p.project_id = t.project_id
      and p.deleted_at is null
    join user_group g on g.customer_id = p.customer_id and g.group_id = p.group_id
    join device d on d.customer_id = t.customer_id and d.device_id = t.device_id
    join user_group dg on dg.customer_id = d.customer_id and dg.group_id = d.group_id
    where ${seenBy(scope)} and ${ofProject}`.execute(db);
  return { towers, total: Number(rows[0]?.total ?? 0) };
}

/** Locks the tower until the end of the transaction; required before any decision about it. */
export async function lockTower(trx: Executor, { customerId, towerId }: TowerKey): Promise<void> {
  await sql`select 1 from tower where customer_id = ${customerId} and tower_id = ${towerId}
    for no key update`.execute(trx);
}

/** Returns due towers, longest due first; excludes customers who are not active. */
export async function dueTowers(ctx: Context, limit: number): Promise<TowerKey[]> {
  // Condition: the device was seen since the last evaluation, with a margin, because the last-seen
  // time is written once a second, possibly before the reading is in its table.
  const heard = (deviceId: 't.device_id' | 'w.device_id') => sql`exists (
    select 1 from device_state s where s.customer_id = t.customer_id
      and s.device_id = ${sql.raw(deviceId)} and s.heard_at > t.looked_at - interval '2 seconds')`;
  const { rows } = await sql<TowerKey>`
    select t.customer_id as "customerId", t.tower_id as "towerId" from tower t
    join customer u on u.customer_id = t.customer_id and ${isCustomerActive('u', ctx.clock.now())}
    where t.deleted_at is null and (t.looked_at is null or t.next_look_at <= ${databaseTime(ctx)}
      or ${heard('t.device_id')}
      or exists (select 1 from tower_user w where w.customer_id = t.customer_id
        and w.tower_id = t.tower_id and ${heard('w.device_id')}))
    order by t.next_look_at limit ${limit}`.execute(ctx.database.db);
  return rows;
}

/** Returns the ms until the next tower is due, and the devices of all towers and their users. */
export async function nextTowerAndDevices(
  ctx: Context,
): Promise<{ readonly ms: number | null; readonly devices: readonly number[] }> {
  const { rows } = await sql<{ ms: number | null; devices: number[] }>`
    with present as (
      select t.* from tower t
      join customer u on u.customer_id = t.customer_id and ${isCustomerActive('u', ctx.clock.now())}
      join project p on p.customer_id = t.customer_id and p.project_id = t.project_id
        and p.deleted_at is null
      join device d on d.customer_id = t.customer_id and d.device_id = t.device_id
        and d.deleted_at is null
      where t.deleted_at is null)
    select ${msUntil(ctx, sql`(select min(next_look_at) from present)`)} as ms,
      array(select device_id from present union select w.device_id from present t
        join tower_user w on w.customer_id = t.customer_id and w.tower_id = t.tower_id) as devices
  `.execute(ctx.database.db);
  return rows[0]!;
}

/** Returns undefined if another process locks the row, or the tower or device is deleted. */
export async function lockDueTower(
  trx: Executor,
  { customerId, towerId }: TowerKey,
): Promise<TowerRow | undefined> {
  const { rows } = await sql<TowerRow>`${towersOf(customerId)}
    where t.customer_id = ${customerId} and t.tower_id = ${towerId} and t.deleted_at is null
      and d.deleted_at is null
    for no key update of t skip locked`.execute(trx);
  return rows[0];
}

export interface TowerUserRow extends TowerUser, UserSupplyState {
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly deviceName: string;
  readonly kind: DeviceKind;
  /** Group of the breaker, which is the scope of a command to it. */
  readonly deviceGroupId: number;
  /** Group path of the breaker. */
  readonly groupPath: readonly number[];
  readonly isDeleted: boolean;
  readonly action: SwitchAction | undefined;
  /** Time since which the breaker has been in its current position. */
  readonly actionSince: number | null;
  readonly busy: boolean;
  readonly tried: Tried;
  readonly refusal: string | null;
}

/** Returns the users of a tower, sorted by slot. */
export async function readTowerUsers(
  db: Executor,
  { customerId, towerId }: TowerKey,
): Promise<TowerUserRow[]> {
  const { rows } = await sql<
    Omit<TowerUserRow, 'action' | 'tried'> & {
      action: string | null;
      triedAt: number | null;
      triedCount: number;
    }
  >`
    select w.slot, w.name, w.priority, w.standby_type as "standbyType",
      w.standby_minutes as "standbyMinutes", w.standby_kwh as "standbyKwh", w.cut_v as "cutV",
      w.reconnect_v as "reconnectV", w.periods, w.mode, w.return_at as "returnAt", w.state, w.cause,
      w.since, w.bad_since as "badSince", w.good_since as "goodSince", w.settled,
      w.tried_at as "triedAt", w.tried_count as "triedCount", w.refusal,
      w.device_id as "deviceId", d.device_code as "deviceCode", d.name as "deviceName", d.kind,
      d.group_id as "deviceGroupId", g.path as "groupPath", d.deleted_at is not null as "isDeleted",
      s.switch_action as action, coalesce(s.switch_since, s.switch_reported_at) as "actionSince",
      exists (select 1 from command c
        where c.customer_id = w.customer_id and c.device_id = w.device_id
          and c.state in ('queued', 'sent', 'acknowledged', 'unknown')
          and c.kind in ('switch', 'slaves')) as busy
    from tower_user w
    join device d on d.customer_id = w.customer_id and d.device_id = w.device_id
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    left join device_state s on s.customer_id = w.customer_id and s.device_id = w.device_id
    where w.customer_id = ${customerId} and w.tower_id = ${towerId}
    order by w.slot`.execute(db);
  return rows.map(({ action, triedAt, triedCount, ...row }) => ({
    ...row,
    action: isSwitchAction(action) ? action : undefined,
    tried: { at: triedAt, count: triedCount },
  }));
}
