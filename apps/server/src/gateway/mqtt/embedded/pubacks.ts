/** Acknowledgements of a device's messages, as bytes. */

/** PUBACK packets of MQTT 3.1.1 (section 3.4), four bytes each. */
export function pubacks(ids: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(ids.length * 4);
  let at = 0;
  for (const id of ids) {
    bytes[at] = 0x40;
    bytes[at + 1] = 0x02;
    at = bytes.writeUInt16BE(id, at + 2);
  }
  return bytes;
}
