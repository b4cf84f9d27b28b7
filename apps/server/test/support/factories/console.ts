/** A sent frame and a stored command of a tenant, written directly into the tables. */
import { sql } from 'kysely';
import type { Database } from '../../../src/storage/database.ts';
import type { Owner } from './owner.ts';

export async function buildConsole(
  { db }: Database,
  { label, customerId, deviceId, users, at }: Owner,
  commandId: string,
) {
  const userId = users.admin?.userId ?? 0;
  for (const table of ['console_frame', 'console_favourite']) {
    const sequence = sql`pg_get_serial_sequence(${table}, ${`${table}_id`})`;
    await sql`select setval(${sequence}, greatest(nextval(${sequence}), 820000))`.execute(db);
  }
  await db
    .insertInto('console_frame')
    .values({
      customer_id: customerId,
      command_id: commandId,
      device_id: deviceId,
      user_id: userId,
      user_name: `${label}-engineer`,
      sent_at: at,
      effect: 'read',
      send_hex: '68aaaaaaaaaaaa68110433333433ae16',
      receive_hex: null,
    })
    .execute();
  return db
    .insertInto('console_favourite')
    .values({
      customer_id: customerId,
      user_id: userId,
      name: `${label}-favourite`,
      address: '000000000001',
      command_code: '11',
      data: '00000100',
      protocol_version: 1,
      created_at: at,
    })
    .returning('console_favourite_id as consoleFavouriteId')
    .executeTakeFirstOrThrow();
}
