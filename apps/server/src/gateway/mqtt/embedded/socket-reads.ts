/**
 * Intercepts the broker's reads of a socket: while the session may not read, the broker receives no
 * bytes and is later notified of those that are waiting. NOTE: the broker's own `pause` loses count
 * of packets in progress and would never read again.
 */
import type { Socket } from 'node:net';
import type { Ingest } from '../../../areas/telemetry/ingest/ingest.ts';
import type { Clock } from '../../../clock.ts';
import type { LiveAllowance } from './live-allowance.ts';
import type { PacketReader } from './packet-reader.ts';

/**
 * Bytes read at once while the ingest is full, so that a backlog is recognised before much of it is
 * in memory.
 */
const PIECE_BYTES = 2_048;

export interface ReadParts {
  readonly socket: Socket;
  readonly clock: Clock;
  readonly ingest: Ingest;
  readonly allowance: LiveAllowance;
  readonly reader: PacketReader;
  readonly mayRead: () => boolean;
  /** Called with a fault of a packet; the connection is closed then. */
  readonly onFault: (fault: NonNullable<PacketReader['fault']>) => void;
}

export class SocketReads {
  /** True once the library has sent CONNACK: from then on the session reads the messages itself. */
  isGreeted = false;
  /** Time of the last bytes, of the monotonic clock. */
  heardAt: number;
  readonly #parts: ReadParts;
  #wantsToRead = false;

  constructor(parts: ReadParts) {
    this.#parts = parts;
    this.heardAt = parts.clock.monotonic();
    const read = parts.socket.read.bind(parts.socket);
    parts.socket.read = (size?: number) => this.#read(read, size);
  }

  /** True while bytes of the device wait to be read. */
  get hasWaiting(): boolean {
    return this.#parts.socket.readableLength > 0;
  }

  /** Notifies the broker of bytes that it was not given, if the session may read again. */
  resume(): void {
    if (!this.#wantsToRead || !this.#parts.mayRead()) return;
    this.#wantsToRead = false;
    this.#parts.socket.emit('readable');
  }

  #read(read: (size?: number) => Buffer | null, size: number | undefined): Buffer | null {
    const { socket, clock, ingest, allowance, reader, mayRead, onFault } = this.#parts;
    // Pieces without a packet for the library are followed by the next one here: the library
    // regards null as the end of the waiting bytes.
    for (;;) {
      if (!mayRead()) {
        this.#wantsToRead = true;
        return null;
      }
      const piece = ingest.isFull ? read(PIECE_BYTES) : null;
      const chunk = piece ?? read(size);
      if (chunk === null) return null;
      this.heardAt = clock.monotonic();
      allowance.spend(chunk.length, this.heardAt);
      const rest = reader.read(chunk, this.isGreeted);
      if (reader.fault !== undefined) {
        onFault(reader.fault);
        socket.destroy();
        return null;
      }
      if (rest !== null || piece === null) return rest;
    }
  }
}
