/**
 * The two checksums: DL/T 645-2007 (6.2.7: sum of all bytes from the first 68, modulo 256) and
 * Modbus RTU (CRC-16, reflected 8005, low byte first).
 */

export function sum8(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += bytes[at]!;
  return sum & 0xff;
}

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  return crc;
});

/** Returns the checksum as a number; on the wire its low byte is first. */
export function crc16(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0xffff;
  for (let at = from; at < to; at++) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ bytes[at]!) & 0xff]!;
  return crc;
}
