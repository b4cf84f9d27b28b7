/**
 * Stores rejected messages with the reason, for administrators (device protocol, "Bad input"). The
 * storage is limited per device, so that a faulty device displaces only its own oldest messages,
 * and per customer, so that many devices cannot fill the disk.
 */
import { pickSnakeCase } from '@busbar/domain/key-case';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import type { UpMessage } from './device-message.ts';
import type { RejectedPart } from './work.ts';

export const MAX_STORED_PER_DEVICE = 200;
export const MAX_STORED_PER_CUSTOMER = 20_000;
export const MAX_STORED_BYTES_PER_CUSTOMER = 32 * 1024 * 1024;
/** Maximum stored bytes of a payload: enough to diagnose the problem. */
export const MAX_STORED_PAYLOAD_BYTES = 8 * 1024;
/** Interval, in messages, between checks of a customer's limit; little is added in between. */
const CHECK_EVERY = 64;

/**
 * A message that the database rejected has been acknowledged and may contain valid readings: only
 * newer ones of its kind displace it.
 */
const IS_PARKED = sql`reason = 'storage'`;

export interface RejectedRow {
  readonly message: UpMessage;
  readonly rejected: RejectedPart;
}

export async function writeRejected(trx: Executor, rows: readonly RejectedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const stored = await trx
    .insertInto('rejected_message')
    .values(
      rows.map(({ message, rejected }) => ({
        ...pickSnakeCase(message.device.ref, 'customerId', 'deviceId', 'deviceCode'),
        topic: message.topic,
        reason: rejected.reason,
        detail: rejected.detail,
        payload: storedPayload(message, rejected),
        payload_bytes: message.payload.length,
        received_at: new Date(message.receivedAt),
      })),
    )
    .returning(['customer_id', 'rejected_message_id'])
    .execute();
  const devices = new Map(rows.map(({ message }) => [message.device.ref.deviceId, message.device]));
  for (const { ref } of devices.values()) {
    await dropOldestOfDevice(trx, ref.customerId, ref.deviceId);
  }
  const due = stored.filter((row) => Number(row.rejected_message_id) % CHECK_EVERY === 0);
  for (const customerId of new Set(due.map((row) => row.customer_id))) {
    await dropOldestOfCustomer(trx, customerId);
  }
}

/** A message that the database rejected may contain valid readings, so it is stored whole. */
function storedPayload({ payload }: UpMessage, { reason }: RejectedPart): Buffer {
  return Buffer.from(
    reason === 'storage' ? payload : payload.subarray(0, MAX_STORED_PAYLOAD_BYTES),
  );
}

async function dropOldestOfDevice(
  trx: Executor,
  customerId: number,
  deviceId: number,
): Promise<void> {
  await sql`delete from rejected_message
    where customer_id = ${customerId} and device_id = ${deviceId}
      and rejected_message_id in (
        select rejected_message_id from (
          select rejected_message_id, row_number() over (
            partition by ${IS_PARKED} order by rejected_message_id desc) as messages
          from rejected_message
          where customer_id = ${customerId} and device_id = ${deviceId}) newest
        where messages > ${MAX_STORED_PER_DEVICE})`.execute(trx);
}

async function dropOldestOfCustomer(trx: Executor, customerId: number): Promise<void> {
  await sql`
    with newest as (
      select rejected_message_id,
        row_number() over latest_first as messages,
        sum(length(payload)) over latest_first as bytes
      from rejected_message where customer_id = ${customerId}
      window latest_first as (partition by ${IS_PARKED} order by rejected_message_id desc)
    ), surplus as (
      select rejected_message_id from rejected_message
      where customer_id = ${customerId} and rejected_message_id in (
        select rejected_message_id from newest
        where messages > ${MAX_STORED_PER_CUSTOMER} or bytes > ${MAX_STORED_BYTES_PER_CUSTOMER})
      order by rejected_message_id for update skip locked
    )
    delete from rejected_message r using surplus
    where r.customer_id = ${customerId} and r.rejected_message_id = surplus.rejected_message_id`.execute(
    trx,
  );
}
