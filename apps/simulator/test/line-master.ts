/**
 * The platform's side of a serial line, for tests: a TCP server to which DTUs dial in, and requests
 * whose checksums are computed here, independently of packages/device-protocol.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Bytes received on one connection, in the segments in which they arrived. */
export class MasterLine {
  readonly segments: Buffer[] = [];
  readonly #socket: Socket;
  readonly #watchers = new Set<() => void>();
  #isClosed = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => {
      this.segments.push(bytes);
      this.#changed();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#isClosed = true;
      this.#changed();
    });
  }

  get bytes(): Buffer {
    return Buffer.concat(this.segments);
  }

  get text(): string {
    return this.bytes.toString('latin1');
  }

  send(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** Removes what was received, so that the next bytes are those of the next exchange. */
  clear(): void {
    this.segments.length = 0;
  }

  /** Resolves once `condition` holds; rejects if the connection is closed before. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const watcher = (): void => {
        if (!condition() && !this.#isClosed) return;
        this.#watchers.delete(watcher);
        if (condition()) resolve();
        else reject(new Error(`connection closed after ${this.bytes.toString('hex')}`));
      };
      this.#watchers.add(watcher);
      watcher();
    });
  }

  /** Sends a request and returns the first `length` bytes of what follows. */
  async exchange(request: Uint8Array, length: number): Promise<Buffer> {
    this.clear();
    this.send(request);
    await this.until(() => this.bytes.length >= length);
    return this.bytes.subarray(0, length);
  }

  close(): void {
    this.#socket.destroy();
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

export interface LineMaster {
  readonly port: number;
  readonly lines: readonly MasterLine[];
  /** Resolves with the connection number `index`, counted from 0. */
  line(index?: number): Promise<MasterLine>;
  close(): Promise<void>;
}

export async function startLineMaster(port = 0): Promise<LineMaster> {
  const lines: MasterLine[] = [];
  const watchers = new Set<() => void>();
  const server = createServer({ noDelay: true }, (socket) => {
    lines.push(new MasterLine(socket));
    for (const watcher of watchers) watcher();
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    lines,
    line: (index = 0) =>
      new Promise((resolve) => {
        const watcher = (): void => {
          const line = lines[index];
          if (line === undefined) return;
          watchers.delete(watcher);
          resolve(line);
        };
        watchers.add(watcher);
        watcher();
      }),
    close() {
      for (const line of lines) line.close();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** A read of holding (3) or input (4) registers. */
export function readRequest(slave: number, fn: number, first: number, count: number): Uint8Array {
  return withCrc(Uint8Array.of(slave, fn, first >> 8, first & 0xff, count >> 8, count & 0xff));
}

export function withCrc(bytes: Uint8Array): Uint8Array {
  const crc = crcOf(bytes);
  return Uint8Array.of(...bytes, crc & 0xff, crc >> 8);
}

/** The registers of a reply to `readRequest`; throws if it is none or damaged. */
export function registersIn(reply: Uint8Array, slave: number, fn: number): number[] {
  const isWhole = isWholeModbus(reply) && reply[0] === slave && reply[1] === fn;
  if (!isWhole) throw new Error(`no reply: ${Buffer.from(reply).toString('hex')}`);
  const view = new DataView(reply.buffer, reply.byteOffset);
  return Array.from({ length: reply[2]! / 2 }, (_, at) => view.getUint16(3 + 2 * at));
}

export const isWholeModbus = (frame: Uint8Array): boolean =>
  frame.length >= 4 && crcOf(frame) === 0;

/** CRC-16 bit by bit; zero over a frame with its own checksum. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}

/**
 * A request of DL/T 645-2007 that reads an identifier, eight digits with DI3 first, or a following
 * frame of it.
 */
export function dlt645ReadRequest(
  station: string,
  identifier: string,
  number?: number,
): Uint8Array {
  const content = [...pairsLowFirst(identifier), ...(number === undefined ? [] : [number])];
  const control = number === undefined ? 0x11 : 0x12;
  const head = [0x68, ...pairsLowFirst(station), 0x68, control, content.length];
  const data = content.map((byte) => (byte + 0x33) & 0xff);
  const sum = [...head, ...data].reduce((total, byte) => (total + byte) & 0xff, 0);
  return Uint8Array.of(...head, ...data, sum, 0x16);
}

function pairsLowFirst(digits: string): number[] {
  return (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)).reverse();
}
