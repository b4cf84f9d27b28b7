/**
 * Cleans a photo before it is stored. The format is detected from the bytes, never from the name,
 * and the metadata of the camera is removed: location, time, camera model and owner. Only the data
 * that defines the picture is copied, so unknown blocks and any data after the end of the picture
 * are removed too. The orientation is preserved. SVG is rejected, because it can contain programs.
 */
import { done, type Outcome, refused } from '../refusal.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import { cleanPng } from './clean-png.ts';
import { cleanWebp } from './clean-webp.ts';
import type { DrawnPicture } from './drawn-picture.ts';
import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS } from './photo-limits.ts';

type PictureFormat = 'jpeg' | 'png' | 'webp';

export interface CleanPicture extends DrawnPicture {
  readonly format: PictureFormat;
}

const CLEANERS: Readonly<Record<PictureFormat, (bytes: Uint8Array) => DrawnPicture | undefined>> = {
  jpeg: cleanJpeg,
  png: cleanPng,
  webp: cleanWebp,
};

export function cleanPicture(bytes: Uint8Array): Outcome<CleanPicture> {
  if (bytes.length > MAX_PHOTO_BYTES) return refused('photo-too-large', 'content');
  const format = pictureFormat(bytes);
  if (format === undefined) return refused('photo-format', 'content');
  const picture = CLEANERS[format](bytes);
  if (picture === undefined || picture.width * picture.height === 0) {
    return refused('photo-damaged', 'content');
  }
  if (picture.width * picture.height > MAX_PHOTO_PIXELS) {
    return refused('photo-too-large', 'content');
  }
  return done({ ...picture, format });
}

/** Detects the format by the first bytes. */
export function pictureFormat(bytes: Uint8Array): PictureFormat | undefined {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  const isRiff = startsWith(bytes, [0x52, 0x49, 0x46, 0x46]);
  return isRiff && startsWith(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50]) ? 'webp' : undefined;
}

function startsWith(bytes: Uint8Array, wanted: readonly number[]): boolean {
  return wanted.every((byte, i) => bytes[i] === byte);
}
