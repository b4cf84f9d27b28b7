/**
 * JPEG (ITU T.81): segments of a marker and a length. Tables, frames and scans, the JFIF and Adobe
 * headers and the colour profile are copied; EXIF, XMP, IPTC and comments are removed, except for
 * the orientation, which is written to a new EXIF segment.
 */
import type { DrawnPicture } from './drawn-picture.ts';
import { exifOrientation, orientationSegment } from './exif-orientation.ts';
import { joined } from './joined.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
/** The JFIF header from its name to the width and height of its thumbnail. */
const JFIF_BYTES = 14;
/** DHT, DAC, DQT, DNL, DRI, DHP, EXP. */
const TABLES = new Set([0xc4, 0xcc, 0xdb, 0xdc, 0xdd, 0xde, 0xdf]);

/** Returns undefined if the file cannot be read to its end. */
export function cleanJpeg(bytes: Uint8Array): DrawnPicture | undefined {
  const chunks: Uint8Array[] = [];
  let size: Pick<DrawnPicture, 'width' | 'height'> | undefined;
  let orientation = 1;
  let hasScan = false;
  let at = 2;
  for (;;) {
    if (bytes[at] !== 0xff) return undefined;
    while (bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    if (marker === undefined || marker === 0 || marker === SOI) return undefined;
    if (marker === EOI) break;
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    let end = at + 2 + length;
    if (length < 2 || end > bytes.length) return undefined;
    const body = bytes.subarray(at + 4, end);
    if (isFrame(marker)) {
      if (size !== undefined || body.length < 6) return undefined;
      size = { height: (body[1]! << 8) | body[2]!, width: (body[3]! << 8) | body[4]! };
    }
    if (marker === APP1) orientation = exifOrientation(body) ?? orientation;
    if (marker === SOS) {
      if (size === undefined) return undefined;
      hasScan = true;
      end = endOfScan(bytes, end);
    }
    if (marker === APP0 && isDrawn(marker, body)) chunks.push(withoutThumbnail(body));
    else if (isDrawn(marker, body)) chunks.push(bytes.subarray(at, end));
    at = end;
  }
  if (size === undefined || !hasScan) return undefined;
  const [head, tail] = [Uint8Array.of(0xff, SOI), Uint8Array.of(0xff, EOI)];
  return { ...size, bytes: joined([head, ...orientationSegment(orientation), ...chunks, tail]) };
}

/** Start of frame: C0 to CF without DHT, JPG and DAC. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function isDrawn(marker: number, body: Uint8Array): boolean {
  if (marker === APP2) return startsWithText(body, 'ICC_PROFILE\0');
  if (marker === APP0) return startsWithText(body, 'JFIF\0');
  if (marker === APP14) return startsWithText(body, 'Adobe');
  return isFrame(marker) || marker === SOS || TABLES.has(marker);
}

/**
 * The JFIF header with a thumbnail of 0 by 0 pixels, because a thumbnail may show areas that were
 * cropped from the picture.
 */
function withoutThumbnail(body: Uint8Array): Uint8Array {
  const header = new Uint8Array(JFIF_BYTES);
  header.set(body.subarray(0, JFIF_BYTES - 2));
  const length = JFIF_BYTES + 2;
  return joined([Uint8Array.of(0xff, APP0, length >> 8, length & 0xff), header]);
}

function startsWithText(body: Uint8Array, text: string): boolean {
  return [...text].every((letter, i) => body[i] === letter.charCodeAt(0));
}

/** Offset of the next marker: FF 00 is a byte of the scan, and FF D0 to D7 are restart markers. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length - 1; at++) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1]!;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}
