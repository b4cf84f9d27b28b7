/** Notes about devices. Notes are immutable: to correct one, a user deletes and rewrites it. */
import { may } from '@busbar/domain/access/permission';
import { MAX_NOTES } from '@busbar/domain/device/note';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { parseId } from '../../shared/identifier.ts';
import { plainText } from '../../shared/plain-text.ts';
import { lockDevice } from '../devices/device-change-queries.ts';
import { findDevice } from '../devices/device-lookup-queries.ts';
import { logDeviceChange } from '../groups/device-changed.ts';
import { type DeviceNote, insertNote, notesOf, removeNote } from './note-queries.ts';

/** Returns the notes of a device, newest first. */
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
    const held = device && (await lockDevice(trx, caller.customerId, device.deviceId));
    if (device === undefined || held === undefined) return refused('not-found');
    if (text === '') return refused('info-required', 'text');
    if ((await notesOf(trx, device)).length >= MAX_NOTES) return refused('quota-exceeded');
    const at = ctx.clock.now();
    const id = await insertNote(trx, caller, device.deviceId, text, at);
    await logDeviceChange(ctx, trx, caller, 'add note', device, { note: id });
    return done({ id, text, userId: caller.userId, userName: caller.userName, at });
  });
}

/** True for the author of a note or photo and for users who manage users. */
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
    await removeNote(trx, caller, note.id);
    // The audit event contains the deleted text and its author.
    await logDeviceChange(ctx, trx, caller, 'delete note', device, {
      text: note.text,
      by: note.userName,
    });
    return done(null);
  });
}
