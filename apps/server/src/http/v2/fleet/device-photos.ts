/** v2 calls for photos of one device. */

import type { devicePhotoCalls } from '@busbar/contract/v2/fleet/device-photos';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { mayDelete } from '../../../areas/fleet/device-information/device-notes.ts';
import {
  addPhoto,
  deletePhoto,
  listPhotos,
  photoFile,
} from '../../../areas/fleet/device-information/device-photos.ts';
import type { DevicePhoto } from '../../../areas/fleet/device-information/photo-queries.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';

const ENDINGS = { jpeg: 'jpg', png: 'png', webp: 'webp' } as const;

export function devicePhotoHandlers(ctx: Context): HandlersOf<typeof devicePhotoCalls> {
  return {
    'v2.device-information.photos': async ({ params, caller }) => {
      const photos = await listPhotos(ctx, caller, params.device_code);
      return photos.ok
        ? { data: { list: photos.value.map((photo) => present(photo, caller)) } }
        : photos;
    },
    'v2.device-information.photos.add': async ({ params, body, caller }) => {
      const content = Buffer.from(body.content, 'base64');
      const given = { content, caption: body.caption ?? '' };
      const added = await addPhoto(ctx, caller, params.device_code, given);
      return added.ok ? { data: present(added.value, caller), msg: REFUSAL_MESSAGES.saved } : added;
    },
    'v2.device-information.photos.delete': async ({ params, caller }) => {
      const deleted = await deletePhoto(ctx, caller, params.device_code, params.id);
      return deleted.ok ? { msg: REFUSAL_MESSAGES.deleted } : deleted;
    },
    'v2.device-information.photos.file': async ({ params, caller }) => {
      const found = await photoFile(ctx, caller, params.device_code, params.id);
      if (!found.ok) return found;
      const { photo, content } = found.value;
      return {
        bytes: {
          content,
          name: `photo-${photo.id}.${ENDINGS[photo.format]}`,
          contentType: `image/${photo.format}`,
        },
      };
    },
  };
}

function present(photo: DevicePhoto, caller: Caller) {
  return {
    deletable: mayDelete(caller, photo.userId),
    ...pickSnakeCase(photo, 'id', 'caption', 'format', 'width', 'height'),
    ...pickSnakeCase(photo, 'bytes', 'userName', 'at'),
  };
}
