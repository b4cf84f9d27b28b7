/** One device of the load generator on a separate raw MQTT connection. */
import { connect, type Socket } from 'node:net';
import { connectFrame, ReadingFrames, type ReadingsOf } from './load-frames.ts';
import type { LoadSent } from './load-instruction.ts';

type OnAck = (connection: LoadConnection, latencyMs: number) => void;

export class LoadConnection {
  readonly #socket: Socket;
  readonly #readings: ReadingFrames;
  readonly #onAck: OnAck;
  readonly #sentAt = new Float64Array(65_536);
  #partial: Buffer = Buffer.alloc(0);
  #isEnding = false;
  /** Number of unacknowledged messages. */
  inFlight = 0;

  private constructor(socket: Socket, readings: ReadingFrames, onAck: OnAck) {
    this.#socket = socket;
    this.#readings = readings;
    this.#onAck = onAck;
    socket.on('error', (error) => {
      throw error;
    });
    socket.on('close', () => {
      if (!this.#isEnding) throw new Error('the broker closed a connection');
    });
  }

  /** Resolves once connected. Counts messages in `sent`; a lost connection ends the process. */
  static open(port: number, of: ReadingsOf, sent: LoadSent, onAck: OnAck): Promise<LoadConnection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const connection = new LoadConnection(socket, new ReadingFrames(of, sent), onAck);
    socket.write(connectFrame(of.device));
    return new Promise((resolve) => {
      socket.once('data', (answer) => {
        if (answer[0] !== 0x20 || answer[3] !== 0) throw new Error(`refused with ${answer[3]}`);
        socket.on('data', (bytes) => connection.#acknowledged(bytes));
        resolve(connection);
      });
    });
  }

  /** Sends this number of messages, plus the duplicates required by the profile. */
  send(count: number): void {
    if (count <= 0) return;
    const frames: Buffer[] = [];
    const now = performance.now();
    for (let i = 0; i < count; i++) {
      this.#readings.next((frame, messageId) => {
        this.#sentAt[messageId] = now;
        frames.push(frame);
      });
    }
    this.inFlight += frames.length;
    this.#socket.write(frames.length === 1 ? frames[0]! : Buffer.concat(frames));
  }

  end(): void {
    this.#isEnding = true;
    this.#socket.destroy();
  }

  /** The server sends a stream of PUBACKs, four bytes each: 0x40, 0x02, identifier. */
  #acknowledged(bytes: Buffer): void {
    const now = performance.now();
    const whole = this.#partial.length > 0 ? Buffer.concat([this.#partial, bytes]) : bytes;
    let at = 0;
    for (; at + 4 <= whole.length; at += 4) this.#ackOf(whole.readUInt16BE(at + 2), now);
    this.#partial = whole.subarray(at);
  }

  #ackOf(messageId: number, now: number): void {
    this.inFlight -= 1;
    if (this.inFlight < 0) throw new Error('the broker acknowledged what was not sent');
    this.#onAck(this, now - this.#sentAt[messageId]!);
  }
}
