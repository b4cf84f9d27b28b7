/** Rows of `device_note`. */
import { MAX_NOTES } from '@busbar/domain/device/note';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { sql } from 'kysely';
import type { Caller, Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { FoundDevice } from '../devices/device-lookup-queries.ts';

export interface DeviceNote {
  readonly id: number;
  readonly text: string;
  readonly userId: number;
  readonly userName: string;
  readonly at: number;
}

/** Returns the notes of a device, newest first. */
export async function notesOf(
  db: Executor,
  { customerId, deviceId }: Pick<FoundDevice, 'customerId' | 'deviceId'>,
): Promise<DeviceNote[]> {
  const { rows } = await sql<DeviceNote>`
    select device_note_id as id, text, user_id as "userId", user_name as "userName",
      created_at as at
    from device_note where customer_id = ${customerId} and device_id = ${deviceId}
    order by device_note_id desc limit ${MAX_NOTES}`.execute(db);
  return rows;
}

/** Returns the id of the new note. */
export async function insertNote(
  trx: Executor,
  caller: Caller,
  deviceId: number,
  text: string,
  now: number,
): Promise<number> {
  const { id } = await trx
    .insertInto('device_note')
    .values({
      ...pickSnakeCase(caller, 'customerId', 'userId', 'userName'),
      device_id: deviceId,
      text,
      created_at: instant(now),
    })
    .returning('device_note_id as id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function removeNote(
  trx: Executor,
  { customerId }: Scope,
  noteId: number,
): Promise<void> {
  await trx
    .deleteFrom('device_note')
    .where('customer_id', '=', customerId)
    .where('device_note_id', '=', noteId)
    .execute();
}
