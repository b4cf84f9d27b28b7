/**
 * Splits the byte stream of a connection into MQTT packets and extracts the readings. Nearly all
 * packets of a device are PUBLISH packets at QoS 0 or 1, and the library's processing of them (its
 * parser, a packet object, a queue entry, three writes for one PUBACK) costs more than everything
 * this program does with the reading. So these packets are read here; every other packet, and every
 * packet of a device that has not signed in, is passed to the library byte for byte.
 *
 * A packet over the limit is rejected by its fixed header (docs/promises.md G6), before its body is
 * buffered.
 */
const PUBLISH = 0x30;
const TYPE_BITS = 0xf0;
const RETAIN = 0x01;
const QOS_1 = 0x02;
const QOS_2 = 0x04;

/** Processes one PUBLISH; `packetId` is 0 at QoS 0. Returns false to close the connection. */
export type TakePublish = (
  topic: Buffer,
  payload: Buffer,
  packetId: number,
  retain: boolean,
) => boolean;

export type StreamFault = 'too large' | 'malformed' | 'refused';

export class PacketReader {
  #maxBytes: number;
  readonly #take: TakePublish;
  /** Chunks of an incomplete packet; they are joined only when it is complete. */
  #pieces: Buffer[] = [];
  #piecesBytes = 0;
  #wantedBytes = 0;
  /** The reason why the stream can no longer be read. */
  fault: StreamFault | undefined;

  /** `maxBytes` limits the remaining length of a packet, after its fixed header. */
  constructor(maxBytes: number, take: TakePublish) {
    this.#maxBytes = maxBytes;
    this.#take = take;
  }

  /** Raises the limit of a device whose protocol has larger messages. */
  raise(maxBytes: number): void {
    this.#maxBytes = Math.max(this.#maxBytes, maxBytes);
  }

  /** Returns the packets of the chunk that are for the library, whole, or null. */
  read(chunk: Buffer, takesPublish: boolean): Buffer | null {
    const data = this.#joined(chunk);
    if (data === undefined) return null;
    const rest: Buffer[] = [];
    let restFrom = -1;
    let at = 0;
    while (at < data.length) {
      let body = at + 1;
      let length = 0;
      for (let shift = 0; ; shift += 7) {
        if (body === data.length) {
          this.#keep(data.subarray(at), data.length - at + 1);
          return joinedRest(rest, data, restFrom, at);
        }
        const byte = data[body++]!;
        length |= (byte & 0x7f) << shift;
        if (byte < 0x80) break;
        if (shift === 21) return this.#ended('malformed');
      }
      if (length > this.#maxBytes) return this.#ended('too large');
      const end = body + length;
      if (end > data.length) {
        this.#keep(data.subarray(at), end - at);
        return joinedRest(rest, data, restFrom, at);
      }
      const head = data[at]!;
      if (takesPublish && (head & (TYPE_BITS | QOS_2)) === PUBLISH) {
        if (restFrom >= 0) rest.push(data.subarray(restFrom, at));
        restFrom = -1;
        if (!this.#publish(data, head, body, end)) return null;
      } else if (restFrom < 0) {
        restFrom = at;
      }
      at = end;
    }
    return joinedRest(rest, data, restFrom, at);
  }

  #publish(data: Buffer, head: number, body: number, end: number): boolean {
    const topicEnd = body + 2 + (end - body >= 2 ? data.readUInt16BE(body) : 0xffff_ffff);
    const payloadFrom = (head & QOS_1) === 0 ? topicEnd : topicEnd + 2;
    if (payloadFrom > end) {
      this.fault = 'malformed';
      return false;
    }
    const packetId = payloadFrom === topicEnd ? 0 : data.readUInt16BE(topicEnd);
    const topic = data.subarray(body + 2, topicEnd);
    if (this.#take(topic, data.subarray(payloadFrom, end), packetId, (head & RETAIN) !== 0)) {
      return true;
    }
    this.fault = 'refused';
    return false;
  }

  #joined(chunk: Buffer): Buffer | undefined {
    if (this.#pieces.length === 0) return chunk;
    this.#pieces.push(chunk);
    this.#piecesBytes += chunk.length;
    if (this.#piecesBytes < this.#wantedBytes) return undefined;
    const data = Buffer.concat(this.#pieces, this.#piecesBytes);
    this.#pieces = [];
    return data;
  }

  #keep(piece: Buffer, wantedBytes: number): void {
    this.#pieces = [piece];
    this.#piecesBytes = piece.length;
    this.#wantedBytes = wantedBytes;
  }

  #ended(fault: StreamFault): null {
    this.fault = fault;
    return null;
  }
}

function joinedRest(rest: Buffer[], data: Buffer, from: number, to: number): Buffer | null {
  if (from >= 0) rest.push(data.subarray(from, to));
  if (rest.length === 0) return null;
  return rest.length === 1 ? rest[0]! : Buffer.concat(rest);
}
