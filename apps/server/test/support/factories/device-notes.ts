/** A note about a tenant's device and a photo of it, written directly into the tables. */
import type { Database } from '../../../src/storage/database.ts';
import type { Owner } from './owner.ts';

export async function buildDeviceNotes(
  database: Database,
  { label, customerId, deviceId, users, at }: Owner,
) {
  const of = {
    customer_id: customerId,
    device_id: deviceId,
    user_id: users.operator?.userId ?? 0,
    user_name: `${label}-author`,
    created_at: at,
  };
  const { deviceNoteId } = await database.db
    .insertInto('device_note')
    .values({ ...of, text: `${label}-note` })
    .returning('device_note_id as deviceNoteId')
    .executeTakeFirstOrThrow();
  const content = Buffer.from(`${label}-picture`);
  const { devicePhotoId } = await database.db
    .insertInto('device_photo')
    .values({
      ...of,
      caption: `${label}-caption`,
      format: 'png',
      width: 1,
      height: 1,
      byte_count: content.length,
      content,
    })
    .returning('device_photo_id as devicePhotoId')
    .executeTakeFirstOrThrow();
  return { deviceNoteId, devicePhotoId };
}
