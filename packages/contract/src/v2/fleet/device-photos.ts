/** Photos of one device at its installation site. */
import { LONGEST_CAPTION } from '@busbar/domain/photo/photo-limits';
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Text } from '../../shapes.ts';
import { DEVICE_IN_PATH, INFORMATION_PATH, OF_DEVICE } from './device-information.ts';

/** Limit for a photo of 5 MiB in base64, plus the rest of the JSON. */
const PHOTO_LIMIT_BYTES = 7_100_000;

const PHOTO_IN_PATH = { at: 'params.id', of: 'device-photo', miss: 'not-found' } as const;
const OF_PHOTO = Type.Object({ device_code: IdText, id: IdText });
const EXAMPLE = { device_code: '{device}', id: '{device-photo}' };

const Photo = Type.Object({
  id: Type.Integer(),
  caption: Type.String(),
  /** One of jpeg, png and webp. */
  format: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  bytes: Type.Integer(),
  user_name: Type.String(),
  at: Type.Number(),
  /** True if the caller may delete the photo, as its uploader and administrators may. */
  deletable: Type.Boolean(),
});

export const devicePhotoCalls = defineCalls({
  'v2.device-information.photos': {
    method: 'GET',
    path: `${INFORMATION_PATH}/photos`,
    summary: 'Photos of a device, newest first, without their bytes',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: OF_DEVICE,
    answer: { data: Type.Object({ list: Type.Array(Photo) }) },
    tenantIds: [DEVICE_IN_PATH],
    example: { params: { device_code: '{device}' } },
  },
  'v2.device-information.photos.add': {
    method: 'POST',
    path: `${INFORMATION_PATH}/photos`,
    summary: 'Add a photo: JPEG, PNG or WebP by its bytes; kept without place, time and camera',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    bodyLimitBytes: PHOTO_LIMIT_BYTES,
    params: OF_DEVICE,
    body: Type.Object({
      /** The picture in base64. */
      content: Type.String({ maxLength: PHOTO_LIMIT_BYTES }),
      caption: Type.Optional(Text(LONGEST_CAPTION)),
    }),
    answer: { data: Photo },
    tenantIds: [DEVICE_IN_PATH],
    example: {
      params: { device_code: '{device}' },
      body: {
        content:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
        caption: 'The board, door open',
      },
    },
  },
  'v2.device-information.photos.delete': {
    method: 'DELETE',
    path: `${INFORMATION_PATH}/photos/:id`,
    summary: 'Take an own photo away; administrators take any',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    params: OF_PHOTO,
    answer: {},
    tenantIds: [DEVICE_IN_PATH, PHOTO_IN_PATH],
    example: { params: EXAMPLE },
  },
  /** Returns the raw bytes, not JSON. */
  'v2.device-information.photos.file': {
    method: 'GET',
    path: `${INFORMATION_PATH}/photos/:id/file`,
    summary: 'The picture itself',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: OF_PHOTO,
    answer: {},
    file: ['image/jpeg', 'image/png', 'image/webp'],
    tenantIds: [DEVICE_IN_PATH, PHOTO_IN_PATH],
    example: { params: EXAMPLE },
  },
});
