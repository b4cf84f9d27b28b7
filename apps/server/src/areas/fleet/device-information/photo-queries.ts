/** Rows of `device_photo`. */
import { pickSnakeCase } from '@busbar/domain/key-case';
import type { CleanPicture } from '@busbar/domain/photo/clean-picture';
import { sql } from 'kysely';
import type { Caller, Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { FoundDevice } from '../devices/device-lookup-queries.ts';

export interface DevicePhoto {
  readonly id: number;
  readonly caption: string;
  readonly format: CleanPicture['format'];
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly userId: number;
  readonly userName: string;
  readonly at: number;
}

type Owner = Pick<FoundDevice, 'customerId' | 'deviceId'>;

/** Returns the photos of a device, newest first. */
export async function photosOf(
  db: Executor,
  { customerId, deviceId }: Owner,
): Promise<DevicePhoto[]> {
  const { rows } = await sql<DevicePhoto>`
    select device_photo_id as id, caption, format, width, height, byte_count as bytes,
      user_id as "userId", user_name as "userName", created_at as at
    from device_photo where customer_id = ${customerId} and device_id = ${deviceId}
    order by device_photo_id desc`.execute(db);
  return rows;
}

/** Returns the number of the device's photos, and the total bytes of all photos of its customer. */
export async function countPhotos(
  trx: Executor,
  { customerId, deviceId }: Owner,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*) filter (where device_id = ${deviceId}) as count,
      coalesce(sum(byte_count), 0)::float8 as bytes
    from device_photo where customer_id = ${customerId}`.execute(trx);
  return rows[0]!;
}

/** Returns the id of the new photo. */
export async function insertPhoto(
  trx: Executor,
  caller: Caller,
  deviceId: number,
  photo: Pick<DevicePhoto, 'caption' | 'format' | 'width' | 'height'>,
  bytes: Uint8Array,
  now: number,
): Promise<number> {
  const { id } = await trx
    .insertInto('device_photo')
    .values({
      ...pickSnakeCase(caller, 'customerId', 'userId', 'userName'),
      device_id: deviceId,
      ...photo,
      byte_count: bytes.length,
      content: Buffer.from(bytes),
      created_at: instant(now),
    })
    .returning('device_photo_id as id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function readPhoto(
  db: Executor,
  { customerId }: Scope,
  photoId: number,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('device_photo')
    .select('content')
    .where('customer_id', '=', customerId)
    .where('device_photo_id', '=', photoId)
    .executeTakeFirst();
  return row?.content;
}

export async function removePhoto(
  trx: Executor,
  { customerId }: Scope,
  photoId: number,
): Promise<void> {
  await trx
    .deleteFrom('device_photo')
    .where('customer_id', '=', customerId)
    .where('device_photo_id', '=', photoId)
    .execute();
}
