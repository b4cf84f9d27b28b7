/**
 * A DTU with meters that speak Modbus RTU, over a real socket. Frames are built and checked here,
 * independently of the codecs of the product.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { closeAfterFile } from '../close-after-file.ts';

export const REQUEST_BYTES = 8;
const POLYNOMIAL = 0xa001;

/** Modbus over Serial Line 1.02, 6.2.2: the low byte is sent first. */
export function withCrc(bytes: ArrayLike<number>): Buffer {
  let crc = 0xffff;
  for (const byte of Array.from(bytes)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >> 1) ^ POLYNOMIAL : crc >> 1;
  }
  return Buffer.from([...Array.from(bytes), crc & 0xff, crc >> 8]);
}

export interface ReadRequest {
  readonly slave: number;
  readonly fn: number;
  readonly first: number;
  readonly count: number;
}

export function parseRequest(frame: Buffer): ReadRequest {
  if (!withCrc(frame.subarray(0, -2)).equals(frame))
    throw new Error(`crc ${frame.toString('hex')}`);
  return {
    slave: frame[0]!,
    fn: frame[1]!,
    first: frame.readUInt16BE(2),
    count: frame.readUInt16BE(4),
  };
}

export function valuesReply({ slave, fn, count }: ReadRequest, words: readonly number[]): Buffer {
  const data = Buffer.alloc(2 * count);
  for (const [at, word] of words.slice(0, count).entries()) {
    data.writeUInt16BE(word & 0xffff, 2 * at);
  }
  return withCrc([slave, fn, data.length, ...data]);
}

export function exceptionReply({ slave, fn }: ReadRequest, exception: number): Buffer {
  return withCrc([slave, fn | 0x80, exception]);
}

/** The registers of the profile `generic-modbus`: 230 V, 5 A, 1.15 kW, 50 Hz, power factor 1. */
export const genericWords = (energyKwh: number, voltage = 230): number[] => {
  const energy = Math.round(energyKwh * 100);
  const volts = Math.round(voltage * 10);
  const loads = [500, 0, 0, 0, 1150];
  return [volts, volts, volts, ...loads, energy >>> 16, energy & 0xffff, 5000, 1000];
};

/** A connection whose requests the test answers. */
export class LineClient {
  /** Everything that was received, in requests of eight bytes. */
  readonly requests: Buffer[] = [];
  readonly socket: Socket;
  readonly ended: Promise<void>;
  #pending = Buffer.alloc(0);
  /** Called with each request. */
  onRequest: (request: ReadRequest, client: LineClient) => void = () => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    this.ended = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => this.#receive(bytes));
  }

  static async open(port: number): Promise<LineClient> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const client = new LineClient(socket);
    await once(socket, 'connect');
    closeAfterFile(async () => void socket.destroy());
    return client;
  }

  static async register(
    port: number,
    { deviceCode, secret }: { readonly deviceCode: string; readonly secret: string },
    onRequest?: LineClient['onRequest'],
  ): Promise<LineClient> {
    const client = await LineClient.open(port);
    if (onRequest !== undefined) client.onRequest = onRequest;
    client.write(`${deviceCode}:${secret}\r\n`);
    return client;
  }

  write(bytes: string | Uint8Array): void {
    this.socket.write(bytes);
  }

  get isOpen(): boolean {
    return !this.socket.destroyed && this.socket.readyState === 'open';
  }

  #receive(bytes: Buffer): void {
    this.#pending = Buffer.concat([this.#pending, bytes]);
    while (this.#pending.length >= REQUEST_BYTES) {
      const frame = Buffer.from(this.#pending.subarray(0, REQUEST_BYTES));
      this.#pending = this.#pending.subarray(REQUEST_BYTES);
      this.requests.push(frame);
      this.onRequest(parseRequest(frame), this);
    }
  }
}
