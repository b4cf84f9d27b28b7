/** Queries for requests of a link for a new password. */
import type { Executor } from '../../../storage/database.ts';
import { waking } from '../../../wake-job.ts';
import type { Account } from '../accounts/account-queries.ts';

export interface PasswordRequest {
  readonly accountKey: string;
  readonly language: string;
}

export async function insertRequest(
  db: Executor,
  { accountKey, language }: PasswordRequest,
): Promise<void> {
  await db
    .insertInto('password_request')
    .values({ account_key: accountKey, language })
    .returning(waking('password-links'))
    .execute();
}

/** Deletes the requests, so that no other process sends their mails again. */
export async function takeRequests(db: Executor): Promise<PasswordRequest[]> {
  return db
    .deleteFrom('password_request')
    .returning(['account_key as accountKey', 'language'])
    .execute();
}

/** Empty if the account has no address that an administrator or the registration set. */
export async function findResetMail(
  db: Executor,
  { customerId, userId }: Pick<Account, 'customerId' | 'userId'>,
): Promise<string> {
  const row = await db
    .selectFrom('user_account')
    .select('reset_mail')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.reset_mail ?? '';
}
