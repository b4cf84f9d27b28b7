/**
 * Notes about devices. Notes are immutable: to correct one, a user deletes it and writes another.
 */
import { may } from '@busbar/domain/access/permission';
import { MOST_NOTES } from '@busbar/domain/device/note';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { sql } from 'kysely';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';
import { plainText } from '../../shared/plain-text.ts';
import { holdDevice } from '../devices/device-change-queries.ts';
import { type FoundDevice, findDevice } from '../devices/device-lookup.ts';
import { logDeviceChange } from '../groups/device-changed.ts';

export interface DeviceNote {
  readonly id: number;
  readonly text: string;
  readonly userId: number;
  readonly userName: string;
  readonly at: number;
}

/** Newest first. */
export async function listNotes(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
): Promise<Outcome<DeviceNote[]>> {
  const { db } = ctx.database;
  const device = await findDevice(db, caller, idOrCode);
  return device === undefined ? refused('not-found') : done(await notesOf(db, device));
}

export async function addNote(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  given: string,
): Promise<Outcome<DeviceNote>> {
  const text = plainText(given);
  return ctx.database.transaction(async (trx) => {
    const device = await findDevice(trx, caller, idOrCode);
    const held = device && (await holdDevice(trx, caller.customerId, device.deviceId));
    if (device === undefined || held === undefined) return refused('not-found');
    if (text === '') return refused('info-required', 'text');
    if ((await notesOf(trx, device)).length >= MOST_NOTES) return refused('quota-exceeded');
    const { id } = await trx
      .insertInto('device_note')
      .values({
        customer_id: caller.customerId,
        device_id: device.deviceId,
        user_id: caller.userId,
        user_name: caller.userName,
        text,
        created_at: instant(ctx.clock.now()),
      })
      .returning('device_note_id as id')
      .executeTakeFirstOrThrow();
    await logDeviceChange(ctx, trx, caller, 'add note', device, { note: id });
    return done({
      id,
      text,
      userId: caller.userId,
      userName: caller.userName,
      at: ctx.clock.now(),
    });
  });
}

/** Permitted for the author of a note or photo and for users who manage users. */
export const mayDelete = (caller: Caller, author: number): boolean =>
  caller.userId === author || may(caller, 'user.manage');

export async function deleteNote(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  noteId: string | number,
): Promise<Outcome<null>> {
  return ctx.database.transaction(async (trx) => {
    const device = await findDevice(trx, caller, idOrCode);
    if (device === undefined) return refused('not-found');
    const note = (await notesOf(trx, device)).find(({ id }) => id === parseId(noteId));
    if (note === undefined) return refused('not-found', 'id');
    if (!mayDelete(caller, note.userId)) return refused('forbidden');
    await trx
      .deleteFrom('device_note')
      .where('customer_id', '=', caller.customerId)
      .where('device_note_id', '=', note.id)
      .execute();
    // The audit event contains the deleted text and its author.
    await logDeviceChange(ctx, trx, caller, 'delete note', device, {
      text: note.text,
      by: note.userName,
    });
    return done(null);
  });
}

async function notesOf(
  db: Executor,
  { customerId, deviceId }: Pick<FoundDevice, 'customerId' | 'deviceId'>,
): Promise<DeviceNote[]> {
  const { rows } = await sql<DeviceNote>`
    select device_note_id as id, text, user_id as "userId", user_name as "userName",
      created_at as at
    from device_note where customer_id = ${customerId} and device_id = ${deviceId}
    order by device_note_id desc limit ${MOST_NOTES}`.execute(db);
  return rows;
}
