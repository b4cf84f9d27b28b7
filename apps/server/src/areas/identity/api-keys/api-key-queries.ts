/** Queries for API keys. The table stores the hash of the key, never the key itself. */

import type { ApiScope } from '@busbar/domain/access/api-scope';
import type { KeyLimits } from '@busbar/domain/access/key-limit';
import { pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { sql } from 'kysely';
import type { Caller, Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface KnownApiKey {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly createdBy: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly lastUsedAt: number | null;
  readonly lastUsedAddress: string;
  readonly revokedAt: number | null;
  /** Limits chosen for this key; null means the installation's defaults. */
  readonly perMinute: number | null;
  readonly perDay: number | null;
}

/** A key acts in its group of creation; users of that group and its parent groups manage it. */
const isInScope = ({ groupId }: Scope) => sql<boolean>`exists (select 1 from user_group g
  where g.customer_id = k.customer_id and g.group_id = k.group_id
    and g.path @> array[${groupId}::integer])`;

/** Returns the keys of the group and its subgroups, newest first. */
export async function listApiKeys(db: Executor, scope: Scope): Promise<KnownApiKey[]> {
  return db
    .selectFrom('api_key as k')
    .leftJoin('user_account as u', (join) =>
      join.onRef('u.customer_id', '=', 'k.customer_id').onRef('u.user_id', '=', 'k.created_by'),
    )
    .where('k.customer_id', '=', scope.customerId)
    .where(isInScope(scope))
    .select([
      'k.api_key_id as id',
      'k.name',
      'k.prefix',
      'k.scopes',
      'u.user_name as createdBy',
      'k.created_at as createdAt',
      'k.expires_at as expiresAt',
      'k.last_used_at as lastUsedAt',
      'k.last_used_address as lastUsedAddress',
      'k.revoked_at as revokedAt',
      'k.per_minute as perMinute',
      'k.per_day as perDay',
    ])
    .orderBy('k.created_at', 'desc')
    .orderBy('k.api_key_id')
    .execute();
}

/** Returns the number of active keys of the customer, or of those that one user has created. */
export async function countActiveKeys(
  trx: Executor,
  customerId: number,
  now: number,
  createdBy?: number,
): Promise<number> {
  const { count } = await trx
    .selectFrom('api_key')
    .where('customer_id', '=', customerId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', instant(now))
    .$if(createdBy !== undefined, (keys) => keys.where('created_by', '=', createdBy!))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the key's name, or undefined if the scope contains no such key that can be revoked. */
export async function markRevoked(
  trx: Executor,
  scope: Scope,
  id: number,
  now: number,
): Promise<{ readonly name: string; readonly prefix: string } | undefined> {
  const isSeen = await trx
    .selectFrom('api_key as k')
    .where('customer_id', '=', scope.customerId)
    .where('api_key_id', '=', id)
    .where(isInScope(scope))
    .select('api_key_id')
    .executeTakeFirst();
  if (isSeen === undefined) return undefined;
  return trx
    .updateTable('api_key')
    .set({ revoked_at: instant(now) })
    .where('customer_id', '=', scope.customerId)
    .where('api_key_id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['name', 'prefix'])
    .executeTakeFirst();
}

/** Locks the key until the transaction ends; undefined if the scope contains no such active key. */
export async function lockActiveKey(
  trx: Executor,
  scope: Scope,
  id: number,
  now: number,
): Promise<Pick<KnownApiKey, 'name' | 'prefix' | 'perMinute' | 'perDay'> | undefined> {
  return trx
    .selectFrom('api_key as k')
    .where('customer_id', '=', scope.customerId)
    .where('api_key_id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', instant(now))
    .where(isInScope(scope))
    .select(['name', 'prefix', 'per_minute as perMinute', 'per_day as perDay'])
    .forUpdate()
    .executeTakeFirst();
}

export async function updateLimits(
  trx: Executor,
  customerId: number,
  id: number,
  limits: KeyLimits,
): Promise<void> {
  await trx
    .updateTable('api_key')
    .set(pickSnakeCase(limits, 'perMinute', 'perDay'))
    .where('customer_id', '=', customerId)
    .where('api_key_id', '=', id)
    .execute();
}

export interface ActiveKey {
  readonly id: number;
  readonly name: string;
  readonly customerId: number;
  readonly groupId: number;
  readonly scopes: readonly ApiScope[];
  readonly lastUsedAt: number | null;
  readonly zone: string;
  readonly perMinute: number | null;
  readonly perDay: number | null;
}

/** Returns the active key of an active customer whose API is enabled, in a single query. */
export async function findActiveKey(
  db: Executor,
  keyHash: Buffer,
  now: number,
): Promise<ActiveKey | undefined> {
  return db
    .selectFrom('api_key as k')
    .innerJoin('customer as c', 'c.customer_id', 'k.customer_id')
    .innerJoin('zone', 'zone.zone_id', 'c.zone_id')
    .where('k.key_hash', '=', keyHash)
    .where('k.revoked_at', 'is', null)
    .where('k.expires_at', '>', instant(now))
    .where('c.use_platform_api', '=', true)
    .where('c.state', '=', 'active')
    .where((eb) => eb.or([eb('c.expires_at', 'is', null), eb('c.expires_at', '>', instant(now))]))
    .select([
      'k.api_key_id as id',
      'k.name',
      'k.customer_id as customerId',
      'k.group_id as groupId',
      'k.scopes',
      'k.last_used_at as lastUsedAt',
      'zone.iana_name as zone',
      'k.per_minute as perMinute',
      'k.per_day as perDay',
    ])
    .executeTakeFirst();
}

export async function touchKey(
  db: Executor,
  keyHash: Buffer,
  address: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ last_used_at: instant(now), last_used_address: address })
    .where('key_hash', '=', keyHash)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', instant(now))]))
    .execute();
}

export interface NewKeyRow {
  readonly keyHash: Buffer;
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: ApiScope[];
  /** Epoch ms. */
  readonly expiresAt: number;
  readonly perMinute: number | null;
  readonly perDay: number | null;
  readonly now: number;
}

export async function insertKey(
  trx: Executor,
  caller: Caller,
  { id, now, ...key }: NewKeyRow,
): Promise<void> {
  await trx
    .insertInto('api_key')
    .values({
      ...snakeCaseKeys(key),
      api_key_id: id,
      ...pickSnakeCase(caller, 'customerId', 'groupId'),
      created_by: caller.userId,
      created_at: instant(now),
      expires_at: instant(key.expiresAt),
    })
    .execute();
}
