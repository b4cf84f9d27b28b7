/**
 * Messages that could not be believed, kept whole with the reason, for an administrator to read
 * (device protocol, "Bad input"). The store is bounded per device: a device that talks nonsense
 * all day pushes out its own oldest nonsense, not the disk.
 */
import { upTopic } from '@busbar/device-protocol/topics';
import { sql } from 'kysely';
import type { Executor } from '../../storage/database.ts';
import type { RejectedPart, UpMessage } from './work.ts';

export const KEPT_PER_DEVICE = 200;

export interface RejectedRow {
  readonly message: UpMessage;
  readonly rejected: RejectedPart;
}

export async function writeRejected(trx: Executor, rows: readonly RejectedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('rejected_message')
    .values(
      rows.map(({ message, rejected }) => ({
        customer_id: message.device.ref.customerId,
        device_id: message.device.ref.deviceId,
        device_code: message.device.ref.deviceCode,
        topic: upTopic(message.device.ref.deviceCode, message.kind),
        reason: rejected.reason,
        detail: rejected.detail,
        payload: Buffer.from(message.payload),
        received_at: new Date(message.receivedAt),
      })),
    )
    .execute();
  const devices = new Map(rows.map(({ message }) => [message.device.ref.deviceId, message.device]));
  for (const { ref } of devices.values()) await dropOldest(trx, ref.customerId, ref.deviceId);
}

async function dropOldest(trx: Executor, customerId: number, deviceId: number): Promise<void> {
  await sql`delete from rejected_message
    where customer_id = ${customerId} and device_id = ${deviceId}
      and rejected_message_id <= (
        select rejected_message_id from rejected_message
        where customer_id = ${customerId} and device_id = ${deviceId}
        order by rejected_message_id desc offset ${KEPT_PER_DEVICE} limit 1)`.execute(trx);
}
