/** A message of a tenant's device that could not be decoded. */
import type { Database } from '../../../src/storage/database.ts';
import type { Owner } from './owner.ts';

export async function buildRejectedMessage(
  { db }: Database,
  { label, customerId, deviceId, deviceCode, at }: Owner,
) {
  return db
    .insertInto('rejected_message')
    .values({
      customer_id: customerId,
      device_id: deviceId,
      device_code: deviceCode,
      topic: `ep/1/${deviceCode}/up/data`,
      reason: 'not-json',
      detail: `${label}-rejected`,
      payload: Buffer.from(`${label}-payload`),
      received_at: at,
    })
    .returning('rejected_message_id as rejectedMessageId')
    .executeTakeFirstOrThrow();
}
