/**
 * The load generator, a process of its own: many raw MQTT connections, each reading one message of
 * 28 values at QoS 1. Frames are built by hand and sent as they are, so that it costs a small part
 * of what it measures. Spoken to over its standard input, one JSON a line (`LoadOrder`).
 */
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { LoadDevice, LoadOrder, LoadReport } from './load-order.ts';
import {
  FIRST_REGISTER,
  payloads,
  REGISTER_DIGITS,
  REGISTER_FROM_END,
  TS_DIGITS,
  TS_OFFSET,
} from './load-payloads.ts';

const POOL = payloads(512);
const HIGH_POOL = payloads(512, 275);
/** Connections that are opened at a time. */
const CONNECTING = 200;

/** One device on one connection. */
class Connection {
  readonly #socket: Socket;
  readonly #topic: Buffer;
  readonly #onAck: (connection: Connection, latencyMs: number) => void;
  readonly #sentAt = new Float64Array(65_536);
  #messageId = 0;
  readonly #isLive: boolean;
  readonly #flapMs: number;
  readonly #flapPart: number;
  #ts: number;
  #register = FIRST_REGISTER;
  #pick: number;
  #partial: Buffer = Buffer.alloc(0);
  inFlight = 0;

  constructor(
    port: number,
    device: LoadDevice,
    index: number,
    isLive: boolean,
    flapS: number,
    onReady: () => void,
    onAck: (connection: Connection, latencyMs: number) => void,
  ) {
    this.#topic = Buffer.from(`ep/1/${device.code}/up/data`);
    this.#onAck = onAck;
    this.#pick = (index * 37) % POOL.length;
    this.#isLive = isLive;
    this.#flapMs = flapS * 1000;
    this.#flapPart = (index % 97) / 48.5;
    // Two days ago, on by a millisecond a reading: every reading is new and none is ahead.
    this.#ts = isLive ? 0 : Date.now() - 2 * 86_400_000 + index;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.write(connectFrame(device));
    this.#socket.once('data', (answer) => {
      if (answer[0] !== 0x20 || answer[3] !== 0) throw new Error(`refused with ${answer[3]}`);
      this.#socket.on('data', (bytes) => this.#acknowledged(bytes));
      onReady();
    });
    this.#socket.on('error', (error) => {
      throw error;
    });
    this.#socket.on('close', () => {
      if (!ending) throw new Error('the broker closed a connection');
    });
  }

  send(count: number): void {
    if (count <= 0) return;
    const frames: Buffer[] = [];
    const now = performance.now();
    for (let i = 0; i < count; i++) frames.push(this.#frame(now));
    this.inFlight += count;
    this.#socket.write(frames.length === 1 ? frames[0]! : Buffer.concat(frames));
  }

  end(): void {
    this.#socket.destroy();
  }

  #frame(now: number): Buffer {
    const payload = (this.#isHigh() ? HIGH_POOL : POOL)[this.#pick]!;
    this.#pick = (this.#pick + 1) % POOL.length;
    this.#messageId = (this.#messageId % 65_535) + 1;
    this.#sentAt[this.#messageId] = now;
    const topic = this.#topic;
    const length = 2 + topic.length + 2 + payload.length;
    // Lengths from 128 to 16383 take two bytes, and all of ours are there.
    const frame = Buffer.allocUnsafe(3 + length);
    frame[0] = 0x32;
    frame[1] = (length & 0x7f) | 0x80;
    frame[2] = length >> 7;
    frame.writeUInt16BE(topic.length, 3);
    topic.copy(frame, 5);
    let at = 5 + topic.length;
    frame.writeUInt16BE(this.#messageId, at);
    at += 2;
    payload.copy(frame, at);
    this.#ts = this.#isLive ? Math.max(Date.now(), this.#ts + 1) : this.#ts + 1;
    writeDigits(frame, at + TS_OFFSET, TS_DIGITS, this.#ts);
    const register = at + payload.length - REGISTER_FROM_END;
    writeDigits(frame, register, REGISTER_DIGITS - 3, Math.floor(this.#register / 100));
    writeDigits(frame, register + REGISTER_DIGITS - 2, 2, this.#register % 100);
    this.#register += 1;
    return frame;
  }

  /** Devices flap one after another, not all at once. */
  #isHigh(): boolean {
    if (this.#flapMs === 0) return false;
    return Math.floor(Date.now() / this.#flapMs + this.#flapPart) % 2 === 1;
  }

  /** A stream of PUBACKs, four bytes each: 0x40, 0x02, identifier. */
  #acknowledged(bytes: Buffer): void {
    const now = performance.now();
    const whole = this.#partial.length > 0 ? Buffer.concat([this.#partial, bytes]) : bytes;
    let at = 0;
    for (; at + 4 <= whole.length; at += 4) this.#ackOf(whole.readUInt16BE(at + 2), now);
    this.#partial = whole.subarray(at);
  }

  #ackOf(messageId: number, now: number): void {
    this.inFlight -= 1;
    this.#onAck(this, now - this.#sentAt[messageId]!);
  }
}

function writeDigits(frame: Buffer, from: number, count: number, value: number): void {
  let rest = value;
  for (let digit = count - 1; digit >= 0; digit--) {
    const tens = Math.floor(rest / 10);
    frame[from + digit] = 48 + (rest - tens * 10);
    rest = tens;
  }
}

function connectFrame({ code, secret }: LoadDevice): Buffer {
  const text = (value: string) => {
    const bytes = Buffer.from(value);
    return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
  };
  // MQTT 3.1.1, user name, password, clean session, keep-alive 60 s.
  const body = Buffer.concat([
    text('MQTT'),
    Buffer.from([4, 0xc2, 0, 60]),
    text(code),
    text(code),
    text(secret),
  ]);
  if (body.length > 127) throw new Error('a longer head would be needed');
  return Buffer.concat([Buffer.from([0x10, body.length]), body]);
}

let ending = false;
const connections: Connection[] = [];
let acknowledged = 0;
let latencies: number[] | undefined;
let windowSize = 0;

function onAck(connection: Connection, latencyMs: number): void {
  acknowledged += 1;
  latencies?.push(latencyMs);
  if (connection.inFlight < windowSize) scheduleRefill(connection);
}

/** Connections with room, filled once a turn so that one write carries several messages. */
const refill = new Set<Connection>();

function scheduleRefill(connection: Connection): void {
  if (refill.size === 0) {
    setImmediate(() => {
      const waiting = [...refill];
      refill.clear();
      for (const each of waiting) each.send(windowSize - each.inFlight);
    });
  }
  refill.add(connection);
}

function report(line: LoadReport): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function settled(): Promise<void> {
  while (connections.some(({ inFlight }) => inFlight > 0)) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function obey(order: LoadOrder): Promise<void> {
  switch (order.do) {
    case 'connect': {
      for (let from = 0; from < order.devices.length; from += CONNECTING) {
        const slice = order.devices.slice(from, from + CONNECTING);
        await Promise.all(
          slice.map(
            (device, i) =>
              new Promise<void>((resolve) => {
                const isLive = order.isLive === true;
                connections.push(
                  new Connection(
                    order.port,
                    device,
                    from + i,
                    isLive,
                    order.flapS ?? 0,
                    resolve,
                    onAck,
                  ),
                );
              }),
          ),
        );
      }
      report({ connected: connections.length });
      return;
    }
    case 'saturate': {
      windowSize = order.window;
      for (const connection of connections) scheduleRefill(connection);
      await new Promise((resolve) => setTimeout(resolve, order.warmUpMs));
      const runs: number[] = [];
      for (let run = 0; run < order.runs; run++) {
        const before = acknowledged;
        const began = performance.now();
        await new Promise((resolve) => setTimeout(resolve, order.runMs));
        runs.push(((acknowledged - before) * 1000) / (performance.now() - began));
      }
      windowSize = 0;
      await settled();
      report({ runs, acknowledged });
      return;
    }
    case 'pace': {
      latencies = [];
      await paced(order.perSecond, order.runMs);
      await settled();
      const sorted = Float64Array.from(latencies).sort();
      latencies = undefined;
      report({ latencies: [0.5, 0.99, 0.999].map((part) => at(sorted, part)), acknowledged });
      return;
    }
    case 'end':
      ending = true;
      for (const connection of connections) connection.end();
      process.exit(0);
  }
}

const at = (sorted: Float64Array, part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

/** So many messages a second over all connections in turn, whatever is acknowledged. */
async function paced(perSecond: number, runMs: number): Promise<void> {
  const began = performance.now();
  let sent = 0;
  let next = 0;
  while (performance.now() - began < runMs) {
    const due = Math.floor(((performance.now() - began) * perSecond) / 1000);
    for (; sent < due; sent++) {
      connections[next]!.send(1);
      next = (next + 1) % connections.length;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  await obey(JSON.parse(line) as LoadOrder);
}
