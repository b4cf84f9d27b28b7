/** A note about a tenant's device and a photo of it, written directly into the tables. */
import type { Database } from '../../../src/storage/database.ts';

interface Owner {
  readonly label: string;
  readonly customerId: number;
  readonly deviceId: number;
  readonly userId: number;
  readonly at: Date;
}

export interface TenantDeviceThings {
  readonly deviceNoteId: number;
  readonly devicePhotoId: number;
}

export async function giveDeviceThings(
  database: Database,
  { label, customerId, deviceId, userId, at }: Owner,
): Promise<TenantDeviceThings> {
  const of = {
    customer_id: customerId,
    device_id: deviceId,
    user_id: userId,
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
