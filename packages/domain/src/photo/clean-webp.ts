/**
 * WebP: a RIFF file of named chunks. Chunks that define the picture and its colours are copied;
 * EXIF, XMP and unknown chunks are removed, and their flags in the header are cleared.
 */
import type { DrawnPicture } from './drawn-picture.ts';
import { joined } from './joined.ts';

const HEAD_BYTES = 12;
const ALLOWED_CHUNKS = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ICCP']);
/** Number of bytes for position, size and duration of a frame, before its chunks. */
const FRAME_HEAD_BYTES = 16;
const ALLOWED_IN_FRAME = new Set(['VP8 ', 'VP8L', 'ALPH']);
/** Bits of the first byte of VP8X. */
const HAS_EXIF_OR_XMP = 0x0c;

/** Returns undefined if the file cannot be read to its end. */
export function cleanWebp(bytes: Uint8Array): DrawnPicture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEAD_BYTES) return undefined;
  const whole = 8 + view.getUint32(4, true);
  if (whole > bytes.length) return undefined;
  const chunks: Uint8Array[] = [];
  let size: Pick<DrawnPicture, 'width' | 'height'> | undefined;
  let isDrawn = false;
  let at = HEAD_BYTES;
  while (at < whole) {
    if (at + 8 > whole) return undefined;
    const length = view.getUint32(at + 4, true);
    // Chunks begin at even offsets; the padding byte at the end of the file may be missing.
    const end = Math.min(at + 8 + length + (length % 2), whole);
    if (at + 8 + length > whole) return undefined;
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    const body = bytes.subarray(at + 8, at + 8 + length);
    size ??= sizeIn(name, body);
    isDrawn ||= name === 'VP8 ' || name === 'VP8L' || name === 'ANMF';
    if (name === 'ANMF') {
      const frame = cleanFrame(body);
      if (frame === undefined) return undefined;
      chunks.push(frame);
    } else if (ALLOWED_CHUNKS.has(name)) {
      const chunk = bytes.slice(at, end);
      if (name === 'VP8X') chunk[8]! &= ~HAS_EXIF_OR_XMP;
      chunks.push(chunk);
    }
    at = end;
  }
  if (size === undefined || !isDrawn) return undefined;
  const head = bytes.slice(0, HEAD_BYTES);
  const file = joined([head, ...chunks]);
  new DataView(file.buffer).setUint32(4, file.length - 8, true);
  return { ...size, bytes: file };
}

/**
 * Copies a frame of an animation with the chunks that define its picture. Returns undefined if the
 * frame cannot be read to its end.
 */
function cleanFrame(body: Uint8Array): Uint8Array | undefined {
  if (body.length < FRAME_HEAD_BYTES) return undefined;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const chunks = [body.subarray(0, FRAME_HEAD_BYTES)];
  for (let at = FRAME_HEAD_BYTES; at < body.length; ) {
    if (at + 8 > body.length) return undefined;
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    if (end > body.length) return undefined;
    const name = String.fromCharCode(...body.subarray(at, at + 4));
    if (ALLOWED_IN_FRAME.has(name)) chunks.push(body.subarray(at, end));
    at = end;
  }
  const cleaned = joined(chunks);
  const head = new Uint8Array(8);
  head.set([...'ANMF'].map((letter) => letter.charCodeAt(0)));
  new DataView(head.buffer).setUint32(4, cleaned.length, true);
  return joined([head, cleaned, new Uint8Array(cleaned.length % 2)]);
}

function sizeIn(
  name: string,
  body: Uint8Array,
): Pick<DrawnPicture, 'width' | 'height'> | undefined {
  const byte = (i: number) => body[i] ?? 0;
  if (name === 'VP8X' && body.length >= 10) {
    const less = (i: number) => byte(i) | (byte(i + 1) << 8) | (byte(i + 2) << 16);
    return { width: less(4) + 1, height: less(7) + 1 };
  }
  // The start code of a key frame is followed by two 14-bit numbers.
  if (name === 'VP8 ' && body.length >= 10 && byte(3) === 0x9d && byte(4) === 0x01) {
    return {
      width: (byte(6) | (byte(7) << 8)) & 0x3fff,
      height: (byte(8) | (byte(9) << 8)) & 0x3fff,
    };
  }
  if (name === 'VP8L' && body.length >= 5 && byte(0) === 0x2f) {
    const bits = byte(1) | (byte(2) << 8) | (byte(3) << 16) | (byte(4) << 24);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return undefined;
}
