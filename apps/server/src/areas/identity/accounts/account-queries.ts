/** Queries for accounts. Lookup by name covers all customers; changes apply to one customer. */

import type { Role } from '@busbar/domain/access/role';
import { pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { accountKey } from './account-key.ts';
import type { Renaming } from './rename-account.ts';

export interface Account {
  readonly customerId: number;
  readonly groupId: number;
  readonly userId: number;
  readonly userName: string;
  readonly passwordHash: string;
  /** False for a user that a provider created; the hash then matches no password. */
  readonly hasPassword: boolean;
  readonly role: Role;
  readonly mustChangePassword: boolean;
  readonly disabled: boolean;
  readonly customerState: 'pending' | 'active' | 'rejected';
  readonly customerExpiresAt: number | null;
}

function accounts(db: Executor) {
  return db
    .selectFrom('account_name')
    .innerJoin('user_account', (join) =>
      join
        .onRef('user_account.customer_id', '=', 'account_name.customer_id')
        .onRef('user_account.user_id', '=', 'account_name.user_id'),
    )
    .innerJoin('customer', 'customer.customer_id', 'user_account.customer_id')
    .select([
      'user_account.customer_id as customerId',
      'user_account.group_id as groupId',
      'user_account.user_id as userId',
      'user_account.user_name as userName',
      'user_account.password_hash as passwordHash',
      'user_account.has_password as hasPassword',
      'user_account.role',
      'user_account.must_change_password as mustChangePassword',
      'user_account.disabled',
      'customer.state as customerState',
      'customer.expires_at as customerExpiresAt',
    ]);
}

/**
 * Finds the account by the name entered at login. This is the only query over all customers,
 * because the name determines the customer.
 */
export async function findAccount(db: Executor, name: string): Promise<Account | undefined> {
  return accounts(db).where('account_name.account_key', '=', accountKey(name)).executeTakeFirst();
}

/** Finds the account by id, for a user who has entered the password or holds an invitation. */
export async function findAccountOf(
  db: Executor,
  { customerId, userId }: Pick<Account, 'customerId' | 'userId'>,
): Promise<Account | undefined> {
  return accounts(db)
    .where('user_account.customer_id', '=', customerId)
    .where('user_account.user_id', '=', userId)
    .executeTakeFirst();
}

export async function findPassword(
  db: Executor,
  customerId: number,
  userId: number,
): Promise<Pick<Account, 'passwordHash' | 'hasPassword'> | undefined> {
  return db
    .selectFrom('user_account')
    .select(['password_hash as passwordHash', 'has_password as hasPassword'])
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/**
 * Locks the account until the transaction ends and returns true if its password is still the one
 * that was checked, so that no session is opened concurrently with a password change that ends all
 * sessions.
 */
export async function lockPassword(
  trx: Executor,
  account: Pick<Account, 'customerId' | 'userId' | 'passwordHash'>,
): Promise<boolean> {
  const row = await trx
    .selectFrom('user_account')
    .select('user_id')
    .where('customer_id', '=', account.customerId)
    .where('user_id', '=', account.userId)
    .where('password_hash', '=', account.passwordHash)
    .where('disabled', '=', false)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function requirePasswordChange(
  trx: Executor,
  customerId: number,
  userId: number,
): Promise<void> {
  await trx
    .updateTable('user_account')
    .set({ must_change_password: true })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute();
}

/** Returns false if the password was changed by another transaction since `oldHash` was read. */
export async function replacePassword(
  trx: Executor,
  change: {
    readonly customerId: number;
    readonly userId: number;
    readonly oldHash: string;
    readonly newHash: string;
    readonly now: number;
  },
): Promise<boolean> {
  const result = await trx
    .updateTable('user_account')
    .set({
      password_hash: change.newHash,
      password_changed_at: instant(change.now),
      must_change_password: false,
    })
    .where('customer_id', '=', change.customerId)
    .where('user_id', '=', change.userId)
    .where('password_hash', '=', change.oldHash)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Returns false if the name is taken. */
export async function insertAccount(
  trx: Executor,
  {
    now,
    ...account
  }: {
    readonly customerId: number;
    readonly userId: number;
    readonly groupId: number;
    readonly userName: string;
    readonly passwordHash: string;
    readonly role: Role;
    readonly mustChangePassword: boolean;
    /** Defaults to true. */
    readonly hasPassword?: boolean;
    /** Receives the link if the password is forgotten; defaults to none. */
    readonly resetMail?: string;
    readonly now: number;
  },
): Promise<boolean> {
  const name = await trx
    .insertInto('account_name')
    .values({
      account_key: accountKey(account.userName),
      ...pickSnakeCase(account, 'customerId', 'userId'),
    })
    .onConflict((oc) => oc.column('account_key').doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (name === undefined) return false;
  await trx
    .insertInto('user_account')
    .values({
      ...snakeCaseKeys(account),
      created_at: instant(now),
      password_changed_at: instant(now),
    })
    .execute();
  return true;
}

export async function isAccountTaken(trx: Executor, key: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select is_account_taken(${key}) as taken`.execute(trx);
  return rows[0]!.taken;
}

export async function findHolder(trx: Executor, key: string) {
  return trx
    .selectFrom('account_name')
    .select(['customer_id', 'user_id'])
    .where('account_key', '=', key)
    .executeTakeFirst();
}

export async function replaceAccountName(trx: Executor, key: string, to: Renaming): Promise<void> {
  await trx
    .deleteFrom('account_name')
    .where('customer_id', '=', to.customerId)
    .where('user_id', '=', to.userId)
    .execute();
  await trx
    .insertInto('account_name')
    .values({ account_key: key, ...pickSnakeCase(to, 'customerId', 'userId') })
    .execute();
  await trx
    .updateTable('user_account')
    .set({ user_name: to.userName })
    .where('customer_id', '=', to.customerId)
    .where('user_id', '=', to.userId)
    .execute();
}
