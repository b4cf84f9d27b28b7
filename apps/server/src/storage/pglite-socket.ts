/**
 * A socket as the driver expects one, with the embedded database at the other end. The driver's
 * pool above it, limited to one client, is the queue of leases: whoever connects has the database
 * to himself until he releases.
 */
import { Duplex } from 'node:stream';
import type { PgliteThread } from './pglite-thread.ts';

export class PgliteSocket extends Duplex {
  readonly #thread: PgliteThread;

  constructor(thread: PgliteThread) {
    super();
    this.#thread = thread;
  }

  connect(): this {
    this.#thread.onBytes((bytes) =>
      this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    );
    setImmediate(() => this.emit('connect'));
    return this;
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#thread.send(chunk).then(() => done(), done);
  }

  /** The messages of one query are corked by the driver and go over as one. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer', done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  // A socket has these; the answers come by message, so there is nothing to ask for or to set.
  override _read(): void {}
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
