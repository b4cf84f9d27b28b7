/**
 * Queries for `meter_profile`. A group sees its own profiles, those of its parent groups, which it
 * can use but not change, and those of its subgroups.
 */
import { sql } from 'kysely';
import type { Caller, Scope } from '../../../caller.ts';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface OwnProfile {
  readonly id: string;
  /** In the form of packages/device-profiles/src/profile-file.ts. */
  readonly file: unknown;
  readonly version: number;
  readonly changedBy: string;
  readonly changedAt: number;
  /** True if the profile belongs to the caller's group or a subgroup. */
  readonly changeable: boolean;
}

export async function listOwnProfiles(
  executor: Executor,
  scope: Scope,
  id?: string,
): Promise<OwnProfile[]> {
  const { customerId, groupId } = scope;
  const { rows } = await sql<OwnProfile>`
    select p.profile_id as id, p.file, p.version, p.changed_at as "changedAt",
      coalesce(u.user_name, '') as "changedBy", g.path @> own.path as changeable
    from meter_profile p
    join user_group g on g.customer_id = p.customer_id and g.group_id = p.group_id
    join user_group own on own.customer_id = p.customer_id and own.group_id = ${groupId}
    left join user_account u on u.customer_id = p.customer_id and u.user_id = p.changed_by
    where p.customer_id = ${customerId} and (g.path @> own.path or own.path @> g.path)
      and (${id ?? null}::text is null or p.profile_id = ${id ?? null})
    order by lower(p.name)`.execute(executor);
  return rows;
}

export async function findOwnProfile(
  executor: Executor,
  scope: Scope,
  id: string,
): Promise<OwnProfile | undefined> {
  const [found] = await listOwnProfiles(executor, scope, id);
  return found;
}

/**
 * Locks the profile until the transaction ends. A meter that gets the profile locks it for `share`,
 * so that the profile is not changed or deleted before the meter is stored.
 */
export async function lockOwnProfile(
  trx: Executor,
  { customerId }: Pick<Scope, 'customerId'>,
  id: string,
  mode: 'share' | 'update',
): Promise<void> {
  const query = trx
    .selectFrom('meter_profile')
    .where('customer_id', '=', customerId)
    .where('profile_id', '=', id)
    .select('profile_id');
  await (mode === 'share' ? query.forShare() : query.forUpdate()).execute();
}

interface ProfileWrite {
  readonly id: string;
  readonly name: string;
  readonly file: unknown;
  readonly at: number;
}

/** Returns false if the customer has a profile of this name. */
export async function insertOwnProfile(
  trx: Executor,
  { customerId, groupId, userId }: Caller,
  { id, name, file, at }: ProfileWrite,
): Promise<boolean> {
  const rows = await trx
    .insertInto('meter_profile')
    .values({
      ...{ customer_id: customerId, profile_id: id, group_id: groupId, name },
      ...{ file: jsonb(file), changed_by: userId, changed_at: instant(at) },
    })
    .onConflict((oc) => oc.doNothing())
    .returning('profile_id')
    .execute();
  return rows.length > 0;
}

export async function updateOwnProfile(
  trx: Executor,
  { customerId, userId }: Caller,
  { id, name, file, at }: ProfileWrite,
): Promise<void> {
  await trx
    .updateTable('meter_profile')
    .set((eb) => ({
      ...{ name, file: jsonb(file), changed_by: userId, changed_at: instant(at) },
      version: eb('version', '+', 1),
    }))
    .where('customer_id', '=', customerId)
    .where('profile_id', '=', id)
    .execute();
}

export async function deleteOwnProfile(
  trx: Executor,
  { customerId }: Scope,
  id: string,
): Promise<void> {
  await trx
    .deleteFrom('meter_profile')
    .where('customer_id', '=', customerId)
    .where('profile_id', '=', id)
    .execute();
}

export async function countOwnProfiles(trx: Executor, { customerId }: Scope): Promise<number> {
  const { count } = await trx
    .selectFrom('meter_profile')
    .where('customer_id', '=', customerId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Compares names ignoring case; a unique index decides between two concurrent saves. */
export async function profileNameExists(
  trx: Executor,
  { customerId }: Scope,
  id: string,
  name: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from meter_profile
    where customer_id = ${customerId} and lower(name) = lower(${name})
      and profile_id <> ${id}`.execute(trx);
  return rows.length > 0;
}

export interface ProfileUse {
  /** The DTU of the meter. */
  readonly deviceId: number;
  readonly deviceCode: string;
  /** True if the meter is in the caller's group or below. */
  readonly isInScope: boolean;
}

/** Returns the lines with meters of the profile, that of a meter outside of the scope first. */
export async function usesOfProfile(
  trx: Executor,
  { customerId, groupId }: Scope,
  id: string,
): Promise<ProfileUse[]> {
  const { rows } = await sql<ProfileUse>`
    select dtu.device_id as "deviceId", dtu.device_code as "deviceCode",
      bool_and(g.path @> array[${groupId}::integer]) as "isInScope"
    from line_meter m
    join device d on d.customer_id = m.customer_id and d.device_id = m.device_id
      and d.deleted_at is null
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    join device dtu on dtu.customer_id = d.customer_id
      and dtu.device_id = coalesce(d.gateway_id, d.device_id)
    where m.customer_id = ${customerId} and m.profile_id = ${id}
    group by dtu.device_id, dtu.device_code
    order by "isInScope", dtu.device_id`.execute(trx);
  return rows;
}

/**
 * The next registers of the meters of the profile are not compared with earlier ones; the energy
 * correction states the user and the reason.
 */
export async function reviseMetersOfProfile(
  trx: Executor,
  { customerId }: Scope,
  id: string,
  { userId, reason }: { readonly userId: number; readonly reason: string },
): Promise<void> {
  await trx
    .updateTable('line_meter')
    .set((eb) => ({
      revision: eb('revision', '+', 1),
      changed_by: userId,
      change_reason: reason,
    }))
    .where('customer_id', '=', customerId)
    .where('profile_id', '=', id)
    .execute();
}
