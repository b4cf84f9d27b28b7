/**
 * Tariffs visible from a group. A tariff belongs to the customer, but a tariff used only by other
 * groups reveals what they pay, and a change to it would change their bills. A group therefore sees
 * the system tariff, the tariffs that it and its subgroups use or inherit as a default, those that
 * they have used if no group uses them now, and those that were never used. It may change those
 * that no other group uses or has used; the root group may change all.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { isCounted, isOfCounted } from '../../shared/counted-device-queries.ts';
import { devicePlaces } from '../../shared/device-place-queries.ts';
import { parseId } from '../../shared/identifier.ts';
import { type RateHead, rateExists } from './rate-queries.ts';

export interface VisibleRate extends RateHead {
  /** True if the group may change and delete the tariff. */
  readonly changeable: boolean;
}

/** Returns the system default first, then the others by name. */
export async function listVisibleRates(db: Executor, scope: Scope): Promise<VisibleRate[]> {
  return visibleRates(db, scope, null);
}

export async function findVisibleRate(
  db: Executor,
  scope: Scope,
  idOfRate: string | number,
): Promise<VisibleRate | undefined> {
  const rateId = parseId(idOfRate);
  if (rateId === undefined) return undefined;
  const [rate] = await visibleRates(db, scope, rateId);
  return rate;
}

/** Locks the tariff until the transaction ends, so that it cannot be deleted; returns its id. */
export async function lockVisibleRate(
  trx: Executor,
  scope: Scope,
  idOfRate: string | number,
): Promise<number | undefined> {
  const rateId = parseId(idOfRate);
  if (rateId === undefined || !(await rateExists(trx, scope.customerId, rateId))) return undefined;
  return (await findVisibleRate(trx, scope, rateId))?.id;
}

/**
 * Returns the tariffs with their use: by devices, and by groups as the default for new devices. The
 * use of the system tariff, and any use if the root group asks, is not read: it decides nothing.
 */
async function visibleRates(
  db: Executor,
  { customerId, groupId }: Scope,
  only: number | null,
): Promise<VisibleRate[]> {
  const { rows } = await sql<VisibleRate>`
    with own as (
      select group_id, path from user_group
      where customer_id = ${customerId} and group_id = ${groupId}
    ),
    wanted as (
      select rate_id from rate
      where customer_id = ${customerId} and deleted_at is null and not is_default
        and (${only}::integer is null or rate_id = ${only}::integer)
        and (select cardinality(path) from own) > 1
    ),
    usage as (
      select u.rate_id, g.path, true as is_present, u.is_default_of_group
      from (
        select rate_id, group_id, false as is_default_of_group from device
        where customer_id = ${customerId} and deleted_at is null and ${isCounted('device')}
          and rate_id in (select rate_id from wanted)
        group by rate_id, group_id
        union all
        select rate_id, group_id, true from group_default
        where customer_id = ${customerId} and rate_id in (select rate_id from wanted)
      ) u
      join user_group g on g.customer_id = ${customerId} and g.group_id = u.group_id
        and g.deleted_at is null
      union all
      select h.rate_id, h.path, false, false from (${historyOf(customerId)}) h
    ),
    seen as (
      select u.rate_id,
        bool_or(o.is_own and u.is_present)
          or (bool_or(o.is_own) and not bool_or(u.is_present)) as is_visible,
        bool_or(not u.path @> array[own.group_id]) as is_of_others
      from usage u
      cross join own
      cross join lateral (select u.path @> array[own.group_id]
        or (u.is_default_of_group and own.path @> u.path) as is_own) o
      group by u.rate_id
    )
    select r.rate_id as id, r.name, r.is_default as "isDefault",
      (cardinality(own.path) = 1
        or not (r.is_default or coalesce(seen.is_of_others, false))) as changeable
    from rate r
    cross join own
    left join seen on seen.rate_id = r.rate_id
    where r.customer_id = ${customerId} and r.deleted_at is null
      and (${only}::integer is null or r.rate_id = ${only}::integer)
      and (cardinality(own.path) = 1 or r.is_default or coalesce(seen.is_visible, true))
    order by r.is_default desc, r.name, r.rate_id`.execute(db);
  return rows;
}

/**
 * SQL query for the use of the `wanted` tariffs on any day: by deleted devices too, and in the
 * groups in which a device was on the days of the tariff, which may have been deleted since.
 */
function historyOf(customerId: number): RawBuilder<unknown> {
  return sql`
    with period as (
      select device_id, rate_id, start_day, lead(start_day, 1, 'infinity'::date)
        over (partition by device_id order by start_day) as end_day
      from device_rate
      where customer_id = ${customerId} and device_id in (select device_id from device_rate
        where customer_id = ${customerId} and rate_id in (select rate_id from wanted))
    )
    select distinct p.rate_id, place.group_path as path
    from period p
    join (${devicePlaces(customerId)}) place on place.device_id = p.device_id
      and place.from_day < p.end_day and p.start_day < place.until_day
    where p.rate_id in (select rate_id from wanted)
      and ${isOfCounted(sql`${customerId}::integer`, sql`p.device_id`)}`;
}
