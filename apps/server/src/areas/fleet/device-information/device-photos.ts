/** Photos of devices, stored in the database with all other data (docs/adr/0016). */
import { cleanPicture } from '@busbar/domain/photo/clean-picture';
import {
  MAX_PHOTO_BYTES_OF_CUSTOMER,
  MAX_PHOTOS_OF_DEVICE,
} from '@busbar/domain/photo/photo-limits';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';
import { lockPair } from '../../shared/lock-queries.ts';
import { plainText } from '../../shared/plain-text.ts';
import { lockDevice } from '../devices/device-change-queries.ts';
import { type FoundDevice, findDevice } from '../devices/device-lookup-queries.ts';
import { logDeviceChange } from '../groups/device-changed.ts';
import { mayDelete } from './device-notes.ts';
import {
  countPhotos,
  type DevicePhoto,
  insertPhoto,
  photosOf,
  readPhoto,
  removePhoto,
} from './photo-queries.ts';

/** Returns the photos of a device, newest first. */
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
    const held = device && (await lockDevice(trx, caller.customerId, device.deviceId));
    if (device === undefined || held === undefined) return refused('not-found');
    if (!picture.ok) return picture;
    const { bytes, format, width, height } = picture.value;
    // The lock on the device protects only the number of its photos; the customer's total bytes are
    // counted over all devices.
    await lockPair(trx, 'photos', caller.customerId);
    const stored = await countPhotos(trx, device);
    const hasRoom =
      stored.count < MAX_PHOTOS_OF_DEVICE &&
      stored.bytes + bytes.length <= MAX_PHOTO_BYTES_OF_CUSTOMER;
    if (!hasRoom) return refused('photos-too-many');
    const at = ctx.clock.now();
    const photo = { caption: plainText(given.caption), format, width, height };
    const id = await insertPhoto(trx, caller, device.deviceId, photo, bytes, at);
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
    await removePhoto(trx, caller, photo.id);
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
  const content = await readPhoto(db, caller, photo.id);
  return content === undefined ? refused('not-found') : done({ photo, content });
}

async function photoOf(
  db: Executor,
  device: FoundDevice,
  photoId: string | number,
): Promise<DevicePhoto | undefined> {
  const id = parseId(photoId);
  return (await photosOf(db, device)).find((photo) => photo.id === id);
}
