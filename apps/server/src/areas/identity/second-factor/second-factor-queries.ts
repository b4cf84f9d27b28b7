/** Queries for the TOTP key of a user and the recovery codes. */

import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import { isAdministering } from '@busbar/domain/access/second-factor-rule';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface UserKey {
  readonly customerId: number;
  readonly userId: number;
}

export interface SecondFactor {
  /** Encrypted at rest. */
  readonly secret: Buffer;
  /** Null if not confirmed yet; the key has no effect until then. */
  readonly confirmedAt: number | null;
}

export async function findSecondFactor(
  db: Executor,
  { customerId, userId }: UserKey,
): Promise<SecondFactor | undefined> {
  return db
    .selectFrom('second_factor')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .select(['secret', 'confirmed_at as confirmedAt'])
    .executeTakeFirst();
}

/** Replaces an unconfirmed key; returns false if a confirmed key exists. */
export async function beginFactor(
  trx: Executor,
  { customerId, userId }: UserKey,
  secret: Buffer,
  now: number,
): Promise<boolean> {
  const row = await trx
    .insertInto('second_factor')
    .values({ customer_id: customerId, user_id: userId, secret, begun_at: instant(now) })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'user_id'])
        .doUpdateSet({ secret, begun_at: instant(now), last_step: -1 })
        .where('second_factor.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Waits for sign-ins of the user that are opening a session; later ones require the second factor. */
export async function lockSignIns(trx: Executor, { customerId, userId }: UserKey): Promise<void> {
  await trx
    .selectFrom('user_account')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .forUpdate()
    .execute();
}

/** Returns false if this key is no longer pending: it was confirmed or replaced. */
export async function confirmFactor(
  trx: Executor,
  { customerId, userId }: UserKey,
  secret: Buffer,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('second_factor')
    .set({ confirmed_at: instant(now) })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns false if a code of that time span, or of a later one, was already used, or the key replaced. */
export async function takeSpan(
  trx: Executor,
  { customerId, userId }: UserKey,
  secret: Buffer,
  span: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('second_factor')
    .set({ last_step: span })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('last_step', '<', span)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns false if there was no confirmed key; an unconfirmed key is deleted too. */
export async function deleteFactor(
  trx: Executor,
  { customerId, userId }: UserKey,
): Promise<boolean> {
  await trx
    .deleteFrom('recovery_code')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute();
  const gone = await trx
    .deleteFrom('second_factor')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .returning('confirmed_at as confirmedAt')
    .executeTakeFirst();
  return gone !== undefined && gone.confirmedAt !== null;
}

export async function replaceRecoveryCodes(
  trx: Executor,
  { customerId, userId }: UserKey,
  hashes: readonly Buffer[],
): Promise<void> {
  await trx
    .deleteFrom('recovery_code')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute();
  await trx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ customer_id: customerId, user_id: userId, code_hash: hash })))
    .execute();
}

/** Returns false if the code does not belong to the user or was already used. */
export async function takeRecoveryCode(
  trx: Executor,
  { customerId, userId }: UserKey,
  hash: Buffer,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_code')
    .set({ used_at: instant(now) })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function countRecoveryCodes(
  db: Executor,
  { customerId, userId }: UserKey,
): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface Administrators {
  readonly administrators: number;
  /** Administrators without a confirmed second factor. */
  readonly lacking: number;
}

export async function isFactorRequired(db: Executor, customerId: number): Promise<boolean> {
  const { required } = await db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .select('admins_need_factor as required')
    .executeTakeFirstOrThrow();
  return required;
}

export async function countAdministrators(
  db: Executor,
  { customerId, groupId }: Scope,
): Promise<Administrators> {
  const { rows } = await sql<{
    role: Role;
    permissions: Permission[] | null;
    users: number;
    lacking: number;
  }>`
    select u.role, r.permissions, count(*) as users,
      count(*) filter (where f.confirmed_at is null) as lacking
    from user_account u
    join user_group g on g.customer_id = u.customer_id and g.group_id = u.group_id
    left join custom_role r
      on r.customer_id = u.customer_id and r.custom_role_id = u.custom_role_id
    left join second_factor f on f.customer_id = u.customer_id and f.user_id = u.user_id
    where u.customer_id = ${customerId} and not u.disabled and u.has_password
      and g.path @> array[${groupId}::integer]
    group by u.role, r.permissions`.execute(db);
  const those = rows.filter(isAdministering);
  return {
    administrators: those.reduce((sum, { users }) => sum + users, 0),
    lacking: those.reduce((sum, { lacking }) => sum + lacking, 0),
  };
}

export async function updateRequirement(
  trx: Executor,
  customerId: number,
  required: boolean,
): Promise<void> {
  await trx
    .updateTable('customer')
    .set({ admins_need_factor: required })
    .where('customer_id', '=', customerId)
    .execute();
}
