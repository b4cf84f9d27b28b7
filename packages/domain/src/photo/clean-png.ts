/**
 * PNG (ISO 15948): chunks of a length, a name and a checksum. Chunks that define the picture and
 * its colours are copied; text, time, EXIF, private chunks and the further frames of an animation
 * are removed.
 */
import type { DrawnPicture } from './drawn-picture.ts';
import { joined } from './joined.ts';

const SIGNATURE_BYTES = 8;
/** Number of bytes for length, name and checksum around the data. */
const FRAME_BYTES = 12;
const ALLOWED_CHUNKS = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND'],
  ...['tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'bKGD', 'pHYs'],
]);

/** Returns undefined if the file cannot be read to its end, or if a checksum is wrong. */
export function cleanPng(bytes: Uint8Array): DrawnPicture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = [bytes.subarray(0, SIGNATURE_BYTES)];
  let size: Pick<DrawnPicture, 'width' | 'height'> | undefined;
  let hasData = false;
  let at = SIGNATURE_BYTES;
  for (;;) {
    if (at + FRAME_BYTES > bytes.length) return undefined;
    const length = view.getUint32(at);
    const end = at + FRAME_BYTES + length;
    if (end > bytes.length) return undefined;
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const isFirst = at === SIGNATURE_BYTES;
    if (isFirst !== (name === 'IHDR')) return undefined;
    if (isFirst) {
      if (length !== 13) return undefined;
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    }
    if (ALLOWED_CHUNKS.has(name)) {
      if (view.getUint32(end - 4) !== crc32(bytes.subarray(at + 4, end - 4))) return undefined;
      chunks.push(bytes.subarray(at, end));
    }
    hasData ||= name === 'IDAT';
    at = end;
    if (name === 'IEND') break;
  }
  return size === undefined || !hasData ? undefined : { ...size, bytes: joined(chunks) };
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
