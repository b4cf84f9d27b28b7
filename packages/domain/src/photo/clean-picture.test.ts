import { describe, expect, it } from 'vitest';
import {
  exifOf,
  jpegOf,
  jpegSegment,
  pngChunk,
  pngOf,
  webpChunk,
  webpOf,
} from '../../test/test-pictures.ts';
import { cleanPicture } from './clean-picture.ts';
import { exifOrientation } from './exif-orientation.ts';
import { MAX_PHOTO_BYTES } from './photo-limits.ts';

const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const SECRET = letters('N 51 13 W 0 7');
const has = (bytes: Uint8Array, part: readonly number[]) =>
  Buffer.from(bytes).includes(Buffer.from(part));
const cleaned = (bytes: Uint8Array) => {
  const outcome = cleanPicture(bytes);
  if (!outcome.ok) throw new Error(outcome.refusal);
  return outcome.value;
};
const withTail = (bytes: Uint8Array, tail: string) => Uint8Array.from([...bytes, ...letters(tail)]);

describe('cleaned photo', () => {
  it.each([
    ['jpeg', jpegOf(640, 480), 640, 480],
    ['png', pngOf(30, 20), 30, 20],
    ['webp', webpOf(300, 200), 300, 200],
  ])('is detected by its bytes: %s', (format, bytes, width, height) => {
    expect(cleaned(bytes)).toMatchObject({ format, width, height });
  });

  it.each([
    ['an SVG', Uint8Array.from(letters('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['an HTML page', Uint8Array.from(letters('<!doctype html>'))],
    ['a GIF', Uint8Array.from(letters('GIF89a........'))],
    ['a RIFF sound file', Uint8Array.from(letters('RIFF\0\0\0\0WAVEfmt '))],
    ['an empty file', new Uint8Array()],
  ])('cannot be %s', (_case, bytes) => {
    expect(cleanPicture(bytes)).toMatchObject({ refusal: 'photo-format', field: 'content' });
  });

  it.each([
    ['jpeg', jpegOf(8, 8)],
    ['png', pngOf(8, 8)],
    ['webp', webpOf(8, 8)],
  ])('is refused if it is truncated anywhere: %s', (_format, bytes) => {
    for (let length = 12; length < bytes.length; length++) {
      const outcome = cleanPicture(bytes.subarray(0, length));
      expect([length, outcome.ok]).toEqual([length, false]);
    }
    expect(cleanPicture(bytes).ok).toBe(true);
  });

  it('is limited in bytes and in pixels', () => {
    const large = new Uint8Array(MAX_PHOTO_BYTES + 1);
    large.set(pngOf(8, 8));
    expect(cleanPicture(large)).toMatchObject({ refusal: 'photo-too-large' });
    expect(cleanPicture(pngOf(50_000, 1_001))).toMatchObject({ refusal: 'photo-too-large' });
    expect(cleanPicture(pngOf(50_000, 1_000)).ok).toBe(true);
    expect(cleanPicture(pngOf(0, 8))).toMatchObject({ refusal: 'photo-damaged' });
  });

  it('contains no location and no camera model', () => {
    const before = [
      jpegOf(8, 8, [
        ...jpegSegment(0xe1, exifOf(1)),
        ...jpegSegment(0xed, SECRET),
        ...jpegSegment(0xfe, SECRET),
        ...jpegSegment(0xe2, [...letters('MPF\0'), ...SECRET]),
      ]),
      pngOf(8, 8, [...pngChunk('tEXt', SECRET), ...pngChunk('eXIf', SECRET)]),
      webpOf(8, 8, [...webpChunk('EXIF', SECRET), ...webpChunk('XMP ', SECRET)]),
    ];
    for (const bytes of before) {
      expect(has(bytes, SECRET)).toBe(true);
      const after = cleaned(bytes);
      expect(has(after.bytes, SECRET)).toBe(false);
      expect(cleaned(after.bytes).bytes).toEqual(after.bytes);
    }
    expect(cleaned(webpOf(8, 8)).bytes[20]).toBe(0);
  });

  it('contains no data after its end', () => {
    for (const bytes of [jpegOf(8, 8), pngOf(8, 8), webpOf(8, 8)]) {
      const after = cleaned(withTail(bytes, '<script>alert(1)</script>'));
      expect(after.bytes).toEqual(cleaned(bytes).bytes);
      expect(has(after.bytes, letters('<script>'))).toBe(false);
    }
  });

  it('has no thumbnail in its JFIF header, because it may show what was cropped', () => {
    const [start, rest] = [jpegOf(8, 8).subarray(0, 2), jpegOf(8, 8).subarray(2 + 18)];
    const header = [...letters('JFIF\0'), 1, 2, 0, 0, 1, 0, 1, 2, 2];
    const thumbnail = letters('a thumbnail.');
    const bytes = Uint8Array.from([
      ...start,
      ...jpegSegment(0xe0, [...header, ...thumbnail]),
      ...rest,
    ]);
    expect(has(bytes, thumbnail)).toBe(true);
    expect(cleaned(bytes).bytes).toEqual(jpegOf(8, 8));
  });

  it('has no metadata inside the frames of an animation', () => {
    const frame = [...new Array<number>(16).fill(0), ...webpChunk('VP8L', [0x2f, 7, 0, 0, 0])];
    const before = webpOf(8, 8, webpChunk('ANMF', [...frame, ...webpChunk('EXIF', SECRET)]));
    const after = cleaned(before).bytes;
    expect(has(after, SECRET)).toBe(false);
    expect(after).toEqual(cleaned(webpOf(8, 8, webpChunk('ANMF', frame))).bytes);
  });

  it('is refused with a broken frame of an animation', () => {
    const frame = [...new Array<number>(16).fill(0), ...letters('VP8L'), 9, 0, 0, 0, 1];
    const bytes = webpOf(8, 8, webpChunk('ANMF', frame));
    expect(cleanPicture(bytes)).toMatchObject({ refusal: 'photo-damaged' });
  });

  it('has its colours and scans unchanged', () => {
    const profile = jpegSegment(0xe2, [...letters('ICC_PROFILE\0'), 1, 1, 9, 9]);
    expect(cleaned(jpegOf(8, 8, profile)).bytes).toEqual(jpegOf(8, 8, profile));
    expect(cleaned(pngOf(8, 8, pngChunk('gAMA', [0, 0, 1, 2]))).bytes).toEqual(
      pngOf(8, 8, pngChunk('gAMA', [0, 0, 1, 2])),
    );
  });

  it.each([3, 6, 8])('has its orientation preserved: %d', (orientation) => {
    const after = cleaned(jpegOf(8, 8, jpegSegment(0xe1, exifOf(orientation)))).bytes;
    expect([...after.subarray(2, 4)]).toEqual([0xff, 0xe1]);
    expect(exifOrientation(after.subarray(6))).toBe(orientation);
    expect(has(after, SECRET)).toBe(false);
  });

  it('is refused with a wrong checksum', () => {
    const bytes = pngOf(8, 8);
    bytes[bytes.length - 1]! ^= 1;
    expect(cleanPicture(bytes)).toMatchObject({ refusal: 'photo-damaged' });
  });
});
