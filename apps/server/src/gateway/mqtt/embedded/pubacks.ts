/** Acknowledgements of a device's messages. */
import type { Socket } from 'node:net';

/** Collects PUBACKs: one commit often completes many messages, acknowledged in one write. */
export class Pubacks {
  readonly #socket: Socket;
  #ids: number[] = [];

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Queues the acknowledgement, which is sent in the next tick. */
  add(packetId: number): void {
    if (this.#ids.length === 0) process.nextTick(() => this.send());
    this.#ids.push(packetId);
  }

  send(): void {
    const ids = this.#ids;
    if (ids.length === 0) return;
    this.#ids = [];
    if (this.#socket.writable) this.#socket.write(pubackPackets(ids));
  }
}

/** PUBACK packets of MQTT 3.1.1 (section 3.4), four bytes each. */
function pubackPackets(ids: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(ids.length * 4);
  let at = 0;
  for (const id of ids) {
    bytes[at] = 0x40;
    bytes[at + 1] = 0x02;
    at = bytes.writeUInt16BE(id, at + 2);
  }
  return bytes;
}
