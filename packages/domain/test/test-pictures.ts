/** Small pictures for tests, built chunk by chunk, with the metadata of a camera. */
const text = (letters: string) => [...letters].map((letter) => letter.charCodeAt(0));
const word32 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
const low32 = (value: number) => word32(value).reverse();

function crc(bytes: readonly number[]): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

export function pngChunk(name: string, data: readonly number[]): number[] {
  const named = [...text(name), ...data];
  return [...word32(data.length), ...named, ...word32(crc(named))];
}

/** Inserts the `more` chunks before the picture data. */
export function pngOf(width: number, height: number, more: readonly number[] = []): Uint8Array {
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...pngChunk('IHDR', [...word32(width), ...word32(height), 8, 0, 0, 0, 0]),
    ...more,
    ...pngChunk('IDAT', [0x78, 0x9c, 1, 2]),
    ...pngChunk('IEND', []),
  ]);
}

export function jpegSegment(marker: number, body: readonly number[]): number[] {
  const length = body.length + 2;
  return [0xff, marker, length >> 8, length & 0xff, ...body];
}

/** EXIF with the orientation and a location, as written by a phone; little-endian. */
export function exifOf(orientation: number): number[] {
  const entry = (tag: number, value: number) => [
    ...[tag & 0xff, tag >> 8, 3, 0, 1, 0, 0, 0],
    ...[value, 0, 0, 0],
  ];
  const tiff = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0];
  return [
    ...text('Exif\0\0'),
    ...tiff,
    ...entry(0x0112, orientation),
    ...entry(0x8825, 38),
    ...[0, 0, 0, 0],
    ...text('N 51 13 W 0 7'),
  ];
}

/**
 * A frame with one scan that contains a stuffed byte and a restart marker. It is not a viewable
 * picture.
 */
export function jpegOf(width: number, height: number, more: readonly number[] = []): Uint8Array {
  const frame = [8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0];
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...jpegSegment(0xe0, [...text('JFIF\0'), 1, 2, 0, 0, 1, 0, 1, 0, 0]),
    ...more,
    ...jpegSegment(0xdb, [0, ...new Array<number>(64).fill(1)]),
    ...jpegSegment(0xc0, frame),
    ...jpegSegment(0xda, [1, 1, 0, 0, 63, 0]),
    ...[0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56],
    ...[0xff, 0xd9],
  ]);
}

export function webpChunk(name: string, data: readonly number[]): number[] {
  return [...text(name), ...low32(data.length), ...data, ...(data.length % 2 ? [0] : [])];
}

/** Lossless, in the extended format with the flags for EXIF and XMP set. */
export function webpOf(width: number, height: number, more: readonly number[] = []): Uint8Array {
  const low24 = (value: number) => low32(value).slice(0, 3);
  const bits = ((width - 1) | ((height - 1) << 14)) >>> 0;
  const chunks = [
    ...webpChunk('VP8X', [0x0c, 0, 0, 0, ...low24(width - 1), ...low24(height - 1)]),
    ...webpChunk('VP8L', [0x2f, ...low32(bits), 7, 8]),
    ...more,
  ];
  return Uint8Array.from([
    ...text('RIFF'),
    ...low32(chunks.length + 4),
    ...text('WEBP'),
    ...chunks,
  ]);
}
