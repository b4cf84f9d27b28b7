/** Queries that read and replace the stored secrets. */

import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { factorOf, forwardingOf, MAIL_PASSWORD, meterPasswordOf } from './sealed-secrets.ts';

export type Examine = (
  row: string,
  stored: string,
  clear?: string,
) => { readonly isUnreadable: boolean; readonly sealed?: string };

export async function examineFactors(trx: Executor, examine: Examine): Promise<number> {
  let unreadable = 0;
  const rows = await trx
    .selectFrom('second_factor')
    .select(['customer_id as customerId', 'user_id as userId', 'secret'])
    .execute();
  for (const { customerId, userId, secret } of rows) {
    const row = factorOf(customerId, userId);
    const found = examine(row, secret.toString('latin1'), secret.toString('base64'));
    if (found.isUnreadable) unreadable += 1;
    if (found.sealed === undefined) continue;
    await trx
      .updateTable('second_factor')
      .set({ secret: Buffer.from(found.sealed) })
      .where('customer_id', '=', customerId)
      .where('user_id', '=', userId)
      .execute();
  }
  return unreadable;
}

export async function examineForwarding(trx: Executor, examine: Examine): Promise<number> {
  let unreadable = 0;
  const rows = await trx
    .selectFrom('forwarding')
    .select(['customer_id as customerId', 'secret'])
    .execute();
  for (const { customerId, secret } of rows) {
    const found = examine(forwardingOf(customerId), secret);
    if (found.isUnreadable) unreadable += 1;
    if (found.sealed === undefined) continue;
    await trx
      .updateTable('forwarding')
      .set({ secret: found.sealed })
      .where('customer_id', '=', customerId)
      .execute();
  }
  return unreadable;
}

export async function examineMeters(trx: Executor, examine: Examine): Promise<number> {
  let unreadable = 0;
  const rows = await trx
    .selectFrom('line_meter')
    .select(['customer_id as customerId', 'device_id as deviceId', 'password'])
    .where('password', 'is not', null)
    .execute();
  for (const { customerId, deviceId, password } of rows) {
    const found = examine(meterPasswordOf(customerId, deviceId), password!);
    if (found.isUnreadable) unreadable += 1;
    if (found.sealed === undefined) continue;
    await trx
      .updateTable('line_meter')
      .set({ password: found.sealed })
      .where('customer_id', '=', customerId)
      .where('device_id', '=', deviceId)
      .execute();
  }
  return unreadable;
}

export async function examineMailPassword(trx: Executor, examine: Examine): Promise<number> {
  const mail = await trx
    .selectFrom('platform_setting')
    .select('secret')
    .where('section', '=', 'mail')
    .executeTakeFirst();
  if (mail === undefined || mail.secret === null || mail.secret === '') return 0;
  const found = examine(MAIL_PASSWORD, mail.secret);
  if (found.sealed !== undefined) {
    await sql`update platform_setting set secret = ${found.sealed} where section = 'mail'`.execute(
      trx,
    );
  }
  return found.isUnreadable ? 1 : 0;
}
