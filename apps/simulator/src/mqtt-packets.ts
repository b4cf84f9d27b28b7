/**
 * Cuts a byte stream into MQTT control packets by their fixed header (MQTT
 * 3.1.1, section 2.2), and says of each only what the fault proxy asks. Bytes
 * that are no MQTT make the stream unreadable.
 */
const PUBLISH = 3;
const DUP_FLAG = 0x08;
/** Four length bytes, seven bits each. */
const LONGEST_LENGTH = 4;

export class PacketCutter {
  #rest: Buffer = Buffer.alloc(0);

  /** Whole packets in `chunk` and what was left before it; throws on a length no packet has. */
  push(chunk: Buffer): Buffer[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const packets: Buffer[] = [];
    for (let length = packetLength(this.#rest); length !== undefined; ) {
      if (this.#rest.length < length) break;
      packets.push(this.#rest.subarray(0, length));
      this.#rest = this.#rest.subarray(length);
      length = packetLength(this.#rest);
    }
    return packets;
  }
}

/** Length of the first packet with its header; undefined while the header is not complete. */
function packetLength(bytes: Buffer): number | undefined {
  let remaining = 0;
  for (let place = 1; place <= LONGEST_LENGTH; place++) {
    const byte = bytes[place];
    if (byte === undefined) return undefined;
    remaining += (byte & 0x7f) * 128 ** (place - 1);
    if ((byte & 0x80) === 0) return 1 + place + remaining;
  }
  throw new Error('the stream is not MQTT');
}

/** A PUBLISH that will be acknowledged, and so may lawfully arrive twice. */
export function isRepeatable(packet: Buffer): boolean {
  const head = packet[0] ?? 0;
  return head >> 4 === PUBLISH && (head & 0x06) !== 0;
}

/** The same packet as a sender repeats it; the flag is only a hint, so some do not set it. */
export function repeated(packet: Buffer, withFlag: boolean): Buffer {
  const copy = Buffer.from(packet);
  copy[0] = (copy[0] ?? 0) | (withFlag ? DUP_FLAG : 0);
  return copy;
}
