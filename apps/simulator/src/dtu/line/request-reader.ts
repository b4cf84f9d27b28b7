/**
 * Cuts the bytes that a DTU receives into the requests of its line. A request is cut by its length
 * and check, because TCP may split it or join it to the next. The rest is noise when the line is
 * silent, unless its check is right: the length of an unknown function is not known before.
 */
import { cutDlt645, isWhole, START } from '@busbar/device-protocol/frame/dlt645/dlt645-frame';
import { candidatesFrom, crcRight } from '@busbar/device-protocol/frame/modbus/modbus-frame';

/** Address, function and checksum. */
const SHORTEST = 4;
/** The longest request has 256 bytes; more bytes are noise. */
const MAX_BYTES = 512;

export class RequestReader {
  #bytes: Uint8Array = new Uint8Array();

  /** True if bytes wait for the rest of a request. */
  get isPending(): boolean {
    return this.#bytes.length > 0;
  }

  /** Returns the requests that are complete with these bytes, in order. */
  receive(bytes: Uint8Array): Uint8Array[] {
    this.#bytes = Uint8Array.from([...this.#bytes, ...bytes]);
    const requests: Uint8Array[] = [];
    let unread = 0;
    for (let from = 0; from < this.#bytes.length; from++) {
      const length = dlt645LengthAt(this.#bytes, from) || modbusLengthAt(this.#bytes, from);
      if (length === 0) continue;
      unread = from + length;
      requests.push(this.#bytes.slice(from, unread));
      from = unread - 1;
    }
    this.#bytes = this.#bytes.slice(unread).slice(-MAX_BYTES);
    return requests;
  }

  /** Ends a request whose length is not known, after the silence that follows its last byte. */
  end(): Uint8Array | undefined {
    const rest = this.#bytes;
    this.#bytes = new Uint8Array();
    return rest.length >= SHORTEST && crcRight(rest, 0, rest.length) ? rest : undefined;
  }
}

/** Length of the whole request that begins here; 0 if none does. */
function dlt645LengthAt(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== START) return 0;
  const frame = cutDlt645(bytes, from);
  return frame !== undefined && isWhole(frame) ? frame.end - from : 0;
}

function modbusLengthAt(bytes: Uint8Array, from: number): number {
  const request = candidatesFrom(bytes, from).find(({ direction }) => direction !== 'reply');
  const length = request?.length ?? 0;
  if (length === 0 || from + length > bytes.length) return 0;
  return crcRight(bytes, from, from + length) ? length : 0;
}
