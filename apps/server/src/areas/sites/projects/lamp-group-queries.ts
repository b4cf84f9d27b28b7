/** Rows of `lamp_group`. A group is visible to users who can see its project and its device. */
import { snakeCaseKeys } from '@busbar/domain/key-case';
import type { LampGroupSetting } from '@busbar/domain/project/lamp-group';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { waking } from '../../../wake-job.ts';
import { parseId } from '../../shared/identifier.ts';

/** Stored position: WGS-84, and BD-09 if it was entered. */
export interface StoredPosition {
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly bdLongitude: number | null;
  readonly bdLatitude: number | null;
}

export interface LampGroup extends LampGroupSetting, StoredPosition {
  readonly customerId: number;
  readonly id: number;
  readonly projectId: number;
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly deviceName: string;
  /** Group path of the device. */
  readonly groupPath: readonly number[];
  readonly deviceGroupId: number;
  readonly device: StoredPosition;
}

interface LampGroupFilter {
  readonly projectId?: number | undefined;
  readonly id?: number | undefined;
  readonly inUse?: boolean | undefined;
}

const seen = (scope: Scope, { projectId, id, inUse }: LampGroupFilter) => sql`
  from lamp_group l
  join project p on p.customer_id = l.customer_id and p.project_id = l.project_id
    and p.deleted_at is null
  join user_group pg on pg.customer_id = p.customer_id and pg.group_id = p.group_id
  join device d on d.customer_id = l.customer_id and d.device_id = l.device_id
    and d.deleted_at is null
  join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
  where l.customer_id = ${scope.customerId} and l.deleted_at is null
    and pg.path @> array[${scope.groupId}::integer] and g.path @> array[${scope.groupId}::integer]
    and ${projectId === undefined ? sql`true` : sql`l.project_id = ${projectId}`}
    and ${id === undefined ? sql`true` : sql`l.lamp_group_id = ${id}`}
    and ${inUse === undefined ? sql`true` : sql`l.in_use = ${inUse}`}`;

/** Returns the groups sorted by name. */
export async function listLampGroups(
  db: Executor,
  scope: Scope,
  filter: LampGroupFilter,
  page: { readonly limit: number; readonly offset: number } = { limit: 100_000, offset: 0 },
  lock = false,
): Promise<LampGroup[]> {
  const { rows } = await sql<Omit<LampGroup, 'device'> & Record<`device${string}`, number | null>>`
    select l.customer_id as "customerId", l.lamp_group_id as id, l.project_id as "projectId",
      l.device_id as "deviceId", d.device_code as "deviceCode", d.name as "deviceName",
      g.path as "groupPath", d.group_id as "deviceGroupId", l.name, l.lamp_count as "lampCount",
      l.lamp_power_kw as "lampPowerKw", l.error_range as "errorRange", l.longitude, l.latitude,
      l.bd_longitude as "bdLongitude", l.bd_latitude as "bdLatitude", l.in_use as "inUse",
      l.lamp_kind as "lampKind", l.phase, l.burn_rule as "burnRule", l.on_time as "onTime",
      l.off_time as "offTime", l.on_offset_min as "onOffsetMin",
      l.off_offset_min as "offOffsetMin", l.dimmed, d.longitude as "deviceLongitude",
      d.latitude as "deviceLatitude", d.bd_longitude as "deviceBdLongitude",
      d.bd_latitude as "deviceBdLatitude"
    ${seen(scope, filter)}
    order by l.name collate "C", l.lamp_group_id limit ${page.limit} offset ${page.offset}
    ${lock ? sql`for no key update of l` : sql``}`.execute(db);
  return rows.map(
    ({ deviceLongitude, deviceLatitude, deviceBdLongitude, deviceBdLatitude, ...row }) =>
      ({
        ...row,
        device: {
          longitude: deviceLongitude,
          latitude: deviceLatitude,
          bdLongitude: deviceBdLongitude,
          bdLatitude: deviceBdLatitude,
        },
      }) as LampGroup,
  );
}

export async function countLampGroups(
  db: Executor,
  scope: Scope,
  filter: LampGroupFilter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count ${seen(scope, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns undefined if the group does not exist or is outside the scope. */
export async function findLampGroup(
  db: Executor,
  scope: Scope,
  idGiven: string | number,
  lock = false,
): Promise<LampGroup | undefined> {
  const id = parseId(idGiven);
  if (id === undefined) return undefined;
  return (await listLampGroups(db, scope, { id }, { limit: 1, offset: 0 }, lock))[0];
}

interface LampGroupWrite extends LampGroupSetting, StoredPosition {
  readonly deviceId: number;
}

const columnsOf = (group: LampGroupWrite) => ({
  ...snakeCaseKeys(group),
  dimmed: jsonb(group.dimmed),
});

/** Inserts the group with its check, which is due immediately. Returns the id of the group. */
export async function insertLampGroup(
  trx: Executor,
  customerId: number,
  projectId: number,
  group: LampGroupWrite,
  now: number,
): Promise<number> {
  const { id } = await trx
    .insertInto('lamp_group')
    .values({
      customer_id: customerId,
      project_id: projectId,
      ...columnsOf(group),
      created_at: instant(now),
    })
    .returning('lamp_group_id as id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('lamp_check')
    .values({ customer_id: customerId, lamp_group_id: id, next_check_at: instant(now) })
    .returning(waking('lamp-checks'))
    .execute();
  return id;
}

/**
 * Updates the group and makes its check due immediately. The reference power is discarded if the
 * device or the lamps changed.
 */
export async function updateLampGroup(
  trx: Executor,
  { customerId, id }: Pick<LampGroup, 'customerId' | 'id'>,
  group: LampGroupWrite,
  { forgetReference, now }: { readonly forgetReference: boolean; readonly now: number },
): Promise<void> {
  const of = { customer_id: customerId, lamp_group_id: id };
  await trx
    .updateTable('lamp_group')
    .set(columnsOf(group))
    .where('customer_id', '=', of.customer_id)
    .where('lamp_group_id', '=', of.lamp_group_id)
    .execute();
  await trx
    .updateTable('lamp_check')
    .set({ next_check_at: instant(now), ...(forgetReference ? { reference_kw: null } : {}) })
    .where('customer_id', '=', of.customer_id)
    .where('lamp_group_id', '=', of.lamp_group_id)
    .returning(waking('lamp-checks'))
    .execute();
}

export async function markLampGroupDeleted(
  trx: Executor,
  { customerId, id }: Pick<LampGroup, 'customerId' | 'id'>,
  now: number,
): Promise<void> {
  await trx
    .updateTable('lamp_group')
    .set({ deleted_at: instant(now) })
    .where('customer_id', '=', customerId)
    .where('lamp_group_id', '=', id)
    .execute();
  // The check that is due now deletes its row.
  await trx
    .updateTable('lamp_check')
    .set({ next_check_at: instant(now) })
    .where('customer_id', '=', customerId)
    .where('lamp_group_id', '=', id)
    .returning(waking('lamp-checks'))
    .execute();
}
