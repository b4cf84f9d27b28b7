/**
 * Tariffs visible from a group. A tariff belongs to the customer, but a tariff used only by other
 * groups reveals what they pay, and a change to it would change their bills. A group therefore sees
 * the system tariff, the tariffs that it and its subgroups use or inherit as a default, and unused
 * ones. It may change those that no other group uses; the root group may change all.
 */
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { isCounted } from '../../shared/counted-device-queries.ts';
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

/** Returns the tariffs with their use: by devices, and by groups as the default for new devices. */
async function visibleRates(
  db: Executor,
  { customerId, groupId }: Scope,
  only: number | null,
): Promise<VisibleRate[]> {
  const { rows } = await sql<VisibleRate>`
    with own as (
      select path from user_group where customer_id = ${customerId} and group_id = ${groupId}
    ),
    usage as (
      select rate_id, group_id, false as is_default_of_group from device
      where customer_id = ${customerId} and deleted_at is null and ${isCounted('device')}
        and (${only}::integer is null or rate_id = ${only}::integer)
      group by rate_id, group_id
      union all
      select rate_id, group_id, true from group_default
      where customer_id = ${customerId} and rate_id is not null
        and (${only}::integer is null or rate_id = ${only}::integer)
    ),
    seen as (
      select u.rate_id,
        bool_or(g.path @> own.path or (u.is_default_of_group and own.path @> g.path)) as is_own,
        bool_or(not g.path @> own.path) as is_of_others
      from usage u
      join user_group g on g.customer_id = ${customerId} and g.group_id = u.group_id
        and g.deleted_at is null
      cross join own
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
      and (cardinality(own.path) = 1 or r.is_default or coalesce(seen.is_own, true))
    order by r.is_default desc, r.name, r.rate_id`.execute(db);
  return rows;
}
