/**
 * Splits a byte stream into MQTT control packets by their fixed header (MQTT 3.1.1, section 2.2),
 * and decodes only the fields that the fault proxy needs. Bytes that are not MQTT make the stream
 * unreadable.
 */
const PUBLISH = 3;
const DUP_FLAG = 0x08;
/** Max number of length bytes, of seven bits each. */
const LONGEST_LENGTH = 4;

export class PacketCutter {
  #rest: Buffer = Buffer.alloc(0);

  /** Returns the complete packets in the remainder plus `chunk`; throws if a length is invalid. */
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

/** Length of the first packet with its header; undefined while the header is incomplete. */
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

/** True for a PUBLISH that will be acknowledged, which the standard allows to arrive twice. */
export function isRepeatable(packet: Buffer): boolean {
  const head = packet[0] ?? 0;
  return head >> 4 === PUBLISH && (head & 0x06) !== 0;
}

/** The packet as a sender retransmits it; some senders omit the DUP flag, which is only a hint. */
export function repeated(packet: Buffer, withFlag: boolean): Buffer {
  const copy = Buffer.from(packet);
  copy[0] = (copy[0] ?? 0) | (withFlag ? DUP_FLAG : 0);
  return copy;
}
