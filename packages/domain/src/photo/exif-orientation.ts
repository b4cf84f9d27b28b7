/**
 * Orientation of a picture (EXIF 2.3, tag 0112H of the first directory): it is read, and written
 * without any other tag.
 */
const ORIENTATION = 0x0112;
const SHORT = 3;
/** `Exif` and two zeros, then a TIFF file. */
const HEAD = [0x45, 0x78, 0x69, 0x66, 0, 0];
const MAX_ENTRIES = 500;

/** Returns 1 to 8, or undefined if the body of an APP1 segment does not contain it. */
export function exifOrientation(body: Uint8Array): number | undefined {
  if (body.length < 14 || !HEAD.every((byte, i) => body[i] === byte)) return undefined;
  const tiff = new DataView(body.buffer, body.byteOffset + HEAD.length, body.length - HEAD.length);
  const order = tiff.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return undefined;
  const isLittle = order === 0x4949;
  const directory = tiff.getUint32(4, isLittle);
  if (directory + 2 > tiff.byteLength) return undefined;
  const entries = Math.min(tiff.getUint16(directory, isLittle), MAX_ENTRIES);
  for (let i = 0; i < entries; i++) {
    const entry = directory + 2 + 12 * i;
    if (entry + 12 > tiff.byteLength) return undefined;
    if (tiff.getUint16(entry, isLittle) !== ORIENTATION) continue;
    const value = tiff.getUint16(entry + 8, isLittle);
    return tiff.getUint16(entry + 2, isLittle) === SHORT && value >= 1 && value <= 8
      ? value
      : undefined;
  }
  return undefined;
}

/** An APP1 segment with the orientation only; none for an upright picture. */
export function orientationSegment(orientation: number): Uint8Array[] {
  if (orientation === 1) return [];
  // Big-endian TIFF: header, one entry, no further directory.
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1];
  const entry = [1, 0x12, 0, SHORT, 0, 0, 0, 1, 0, orientation, 0, 0];
  const body = [...HEAD, ...tiff, ...entry, 0, 0, 0, 0];
  return [Uint8Array.from([0xff, 0xe1, 0, body.length + 2, ...body])];
}
