/** Queries for customers, which are inserted at registration and activated or rejected later. */

import { LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import { pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { waking } from '../../../wake-job.ts';

export interface NewCustomer {
  readonly chineseCode: string;
  readonly englishCode: string;
  readonly contactUser: string;
  readonly phone?: string;
  readonly email?: string;
  readonly address?: string;
  readonly useHttps?: boolean;
  readonly usePlatformApi?: boolean;
  readonly receiveUrl?: string;
  readonly zoneId: number;
  readonly currencyId: number;
  readonly mapType?: 'baidu' | 'google';
  readonly state: 'pending' | 'active';
  readonly ticketHash?: Buffer;
}

/** Returns false if the id is taken. */
export async function insertCustomer(
  trx: Executor,
  customerId: number,
  { ticketHash, ...customer }: NewCustomer,
  now: number,
): Promise<boolean> {
  const row = await trx
    .insertInto('customer')
    .values({
      customer_id: customerId,
      ...snakeCaseKeys(customer),
      registration_ticket_hash: ticketHash ?? null,
      created_at: instant(now),
      activated_at: customer.state === 'active' ? instant(now) : null,
    })
    .onConflict((oc) => oc.column('customer_id').doNothing())
    .returning('customer_id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface PendingCustomer {
  readonly customerId: number;
  readonly chineseCode: string;
  readonly account: string;
}

const MAX_LISTED = 1000;

function pendingCustomers(db: Executor) {
  return db
    .selectFrom('customer')
    .innerJoin('user_account', 'user_account.customer_id', 'customer.customer_id')
    .where('customer.state', '=', 'pending')
    .select([
      'customer.customer_id as customerId',
      'customer.chinese_code as chineseCode',
      'user_account.user_name as account',
    ]);
}

/** Returns all pending customers, newest first. For platform administrators only. */
export async function listPendingCustomers(db: Executor): Promise<PendingCustomer[]> {
  return pendingCustomers(db)
    .orderBy('customer.created_at', 'desc')
    .orderBy('customer.customer_id')
    .limit(MAX_LISTED)
    .execute();
}

/** Returns the pending customer whose registration issued this ticket. */
export async function findPendingCustomerOfTicket(
  db: Executor,
  customerId: number,
  ticketHash: Buffer,
): Promise<PendingCustomer | undefined> {
  return pendingCustomers(db)
    .where('customer.customer_id', '=', customerId)
    .where('customer.registration_ticket_hash', '=', ticketHash)
    .executeTakeFirst();
}

/** Returns false if no customer with that id is pending. */
export async function resolveCustomer(
  trx: Executor,
  customerId: number,
  state: 'active' | 'rejected',
  now: number,
): Promise<boolean> {
  const result = await trx
    .updateTable('customer')
    .set({
      state,
      activated_at: state === 'active' ? instant(now) : null,
      registration_ticket_hash: null,
    })
    .where('customer_id', '=', customerId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** A rejected registration releases its account name. */
export async function deleteAccountNames(trx: Executor, customerId: number): Promise<void> {
  await trx.deleteFrom('account_name').where('customer_id', '=', customerId).execute();
}

/** Writes to the customer's own audit trail; the actor is anonymous or of another customer. */
export async function logSettlement(
  trx: Executor,
  customerId: number,
  entry: {
    readonly at: number;
    readonly command: LogCommand;
    readonly userName: string;
    readonly clientAddress: string;
    readonly detail?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  await trx
    .insertInto('audit_entry')
    .values({
      customer_id: customerId,
      logged_at: instant(entry.at),
      module: LOG_MODULES.registration,
      status: 'done',
      ...(entry.detail === undefined ? {} : { detail: jsonb(entry.detail) }),
      ...pickSnakeCase(entry, 'userName', 'command', 'clientAddress'),
    })
    .returning(waking('audit-seals'))
    .execute();
}
