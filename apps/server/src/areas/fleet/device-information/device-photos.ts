/** Photos of devices, stored in the database with all other data (docs/adr/0016). */
import { type CleanPicture, cleanPicture } from '@busbar/domain/photo/clean-picture';
import {
  MOST_PHOTO_BYTES_OF_CUSTOMER,
  MOST_PHOTOS_OF_DEVICE,
} from '@busbar/domain/photo/photo-limits';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { sql } from 'kysely';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { PAIR_LOCKS } from '../../../storage/advisory-locks.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';
import { plainText } from '../../shared/plain-text.ts';
import { holdDevice } from '../devices/device-change-queries.ts';
import { type FoundDevice, findDevice } from '../devices/device-lookup.ts';
import { logDeviceChange } from '../groups/device-changed.ts';
import { mayDelete } from './device-notes.ts';

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

/** Newest first. */
export async function listPhotos(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
): Promise<Outcome<DevicePhoto[]>> {
  const { db } = ctx.database;
  const device = await findDevice(db, caller, idOrCode);
  return device === undefined ? refused('not-found') : done(await photosOf(db, device));
}

export async function addPhoto(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  given: { readonly content: Uint8Array; readonly caption: string },
): Promise<Outcome<DevicePhoto>> {
  const picture = cleanPicture(given.content);
  return ctx.database.transaction(async (trx) => {
    const device = await findDevice(trx, caller, idOrCode);
    const held = device && (await holdDevice(trx, caller.customerId, device.deviceId));
    if (device === undefined || held === undefined) return refused('not-found');
    if (!picture.ok) return picture;
    const { bytes, format, width, height } = picture.value;
    await holdRoom(trx, caller.customerId);
    if (!(await hasRoom(trx, device, bytes.length))) return refused('photos-too-many');
    const at = ctx.clock.now();
    const photo = {
      caption: plainText(given.caption),
      format,
      width,
      height,
    };
    const { id } = await trx
      .insertInto('device_photo')
      .values({
        customer_id: caller.customerId,
        device_id: device.deviceId,
        user_id: caller.userId,
        user_name: caller.userName,
        ...photo,
        byte_count: bytes.length,
        content: Buffer.from(bytes),
        created_at: instant(at),
      })
      .returning('device_photo_id as id')
      .executeTakeFirstOrThrow();
    await logDeviceChange(ctx, trx, caller, 'add photo', device, { photo: id });
    const { userId, userName } = caller;
    return done({ id, ...photo, bytes: bytes.length, userId, userName, at });
  });
}

export async function deletePhoto(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  photoId: string | number,
): Promise<Outcome<null>> {
  return ctx.database.transaction(async (trx) => {
    const device = await findDevice(trx, caller, idOrCode);
    const photo = device && (await photoOf(trx, device, photoId));
    if (device === undefined || photo === undefined) return refused('not-found');
    if (!mayDelete(caller, photo.userId)) return refused('forbidden');
    await trx
      .deleteFrom('device_photo')
      .where('customer_id', '=', caller.customerId)
      .where('device_photo_id', '=', photo.id)
      .execute();
    const { caption, userName: by } = photo;
    await logDeviceChange(ctx, trx, caller, 'delete photo', device, { caption, by });
    return done(null);
  });
}

export async function photoFile(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  photoId: string | number,
): Promise<Outcome<{ readonly photo: DevicePhoto; readonly content: Buffer }>> {
  const { db } = ctx.database;
  const device = await findDevice(db, caller, idOrCode);
  const photo = device && (await photoOf(db, device, photoId));
  if (photo === undefined) return refused('not-found');
  const row = await db
    .selectFrom('device_photo')
    .select('content')
    .where('customer_id', '=', caller.customerId)
    .where('device_photo_id', '=', photo.id)
    .executeTakeFirst();
  return row === undefined ? refused('not-found') : done({ photo, content: row.content });
}

type Owner = Pick<FoundDevice, 'customerId' | 'deviceId'>;

async function photosOf(db: Executor, { customerId, deviceId }: Owner): Promise<DevicePhoto[]> {
  const { rows } = await sql<DevicePhoto>`
    select device_photo_id as id, caption, format, width, height, byte_count as bytes,
      user_id as "userId", user_name as "userName", created_at as at
    from device_photo where customer_id = ${customerId} and device_id = ${deviceId}
    order by device_photo_id desc`.execute(db);
  return rows;
}

async function photoOf(
  db: Executor,
  device: Owner,
  photoId: string | number,
): Promise<DevicePhoto | undefined> {
  const id = parseId(photoId);
  return (await photosOf(db, device)).find((photo) => photo.id === id);
}

/**
 * Without this lock, two users who add photos to two devices at once could exceed the customer's
 * limit by one photo.
 */
/**
 * The lock on the device protects the count per device; the bytes are counted over all devices of
 * the customer.
 */
async function holdRoom(trx: Executor, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(PAIR_LOCKS.photos)}, ${customerId}::integer)`.execute(
    trx,
  );
}

async function hasRoom(
  trx: Executor,
  { customerId, deviceId }: Owner,
  more: number,
): Promise<boolean> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*) filter (where device_id = ${deviceId}) as count,
      coalesce(sum(byte_count), 0)::float8 as bytes
    from device_photo where customer_id = ${customerId}`.execute(trx);
  const { count, bytes } = rows[0]!;
  return count < MOST_PHOTOS_OF_DEVICE && bytes + more <= MOST_PHOTO_BYTES_OF_CUSTOMER;
}
