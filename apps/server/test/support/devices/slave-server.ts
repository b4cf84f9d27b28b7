/**
 * A Modbus slave that listens, over a real socket: with MBAP headers, or with the frames of a serial
 * line. Headers are built and checked here, independently of the codecs of the product.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { closeAfterFile } from '../close-after-file.ts';
import { parseRequest, REQUEST_BYTES, type ReadRequest, withCrc } from './line-client.ts';

const HEAD_BYTES = 6;

/** A request that waits for its answer. */
export interface SlaveRequest extends ReadRequest {
  /** Undefined without an MBAP header. */
  readonly transaction: number | undefined;
  readonly socket: Socket;
}

export interface SlaveOptions {
  readonly framing: 'mbap' | 'rtu';
  /** Defaults to a free port. */
  readonly port?: number;
}

export class SlaveServer {
  /** Every request, in the order of arrival. */
  readonly requests: SlaveRequest[] = [];
  /** The open connections. */
  readonly sockets = new Set<Socket>();
  /** Number of connections since the start. */
  accepted = 0;
  /** Called with each request. */
  onRequest: (request: SlaveRequest, slave: SlaveServer) => void = () => {};
  readonly #server: Server;
  readonly #framing: SlaveOptions['framing'];
  #port = 0;

  private constructor(framing: SlaveOptions['framing']) {
    this.#framing = framing;
    this.#server = createServer({ noDelay: true }, (socket) => this.#accept(socket));
  }

  static async listen(
    { framing, port = 0 }: SlaveOptions,
    onRequest?: SlaveServer['onRequest'],
  ): Promise<SlaveServer> {
    const slave = new SlaveServer(framing);
    if (onRequest !== undefined) slave.onRequest = onRequest;
    await new Promise<void>((resolve, reject) => {
      slave.#server.once('error', reject);
      slave.#server.listen(port, '127.0.0.1', resolve);
    });
    const address = slave.#server.address();
    slave.#port = typeof address === 'object' && address !== null ? address.port : 0;
    closeAfterFile(() => slave.close());
    return slave;
  }

  get port(): number {
    return this.#port;
  }

  /** Sends an answer that is given as an RTU frame. */
  answer({ transaction, socket }: SlaveRequest, frame: Uint8Array): void {
    if (transaction === undefined) socket.write(frame);
    else socket.write(withHead(transaction, frame.subarray(0, -2)));
  }

  /** Ends all connections and refuses new ones. */
  close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #accept(socket: Socket): void {
    this.accepted += 1;
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.sockets.delete(socket));
    let pending = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      pending = Buffer.concat([pending, bytes]);
      for (;;) {
        const length = this.#framing === 'rtu' ? REQUEST_BYTES : lengthOf(pending);
        if (length === undefined || pending.length < length) return;
        const frame = Buffer.from(pending.subarray(0, length));
        pending = pending.subarray(length);
        const request = { ...this.#parse(frame), socket };
        this.requests.push(request);
        this.onRequest(request, this);
      }
    });
  }

  #parse(frame: Buffer): Omit<SlaveRequest, 'socket'> {
    if (this.#framing === 'rtu') return { ...parseRequest(frame), transaction: undefined };
    if (frame.readUInt16BE(2) !== 0) throw new Error(`protocol of ${frame.toString('hex')}`);
    const transaction = frame.readUInt16BE(0);
    return { ...parseRequest(withCrc(frame.subarray(HEAD_BYTES))), transaction };
  }
}

const lengthOf = (bytes: Buffer): number | undefined =>
  bytes.length < HEAD_BYTES ? undefined : HEAD_BYTES + bytes.readUInt16BE(4);

/** `body` is unit, function and data. */
export function withHead(transaction: number, body: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt16BE(transaction, 0);
  head.writeUInt16BE(body.length, 4);
  return Buffer.concat([head, body]);
}
