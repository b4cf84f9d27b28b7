/**
 * The socket of one browser tab, with its limits. Telemetry may be late: a client that reads slowly
 * receives only the latest of each device and kind. Control results are never dropped: if they no
 * longer fit, the socket is closed, and the client reads the state again.
 */
import type { WebSocket } from 'ws';
import type { Caller } from '../caller.ts';
import type { TelemetryLog, View } from './telemetry-log.ts';

/** Close codes, as seen by the client. */
export const CLOSE = {
  /** The first frame did not arrive in time. */
  silent: 4408,
  /** The first frame named another user than the session. */
  notYou: 4403,
  sessionEnded: 4401,
  /** The user or a group was moved, or the user's permissions changed: the page reconnects. */
  viewChanged: 4410,
  tooMany: 4429,
  goingAway: 1001,
} as const;

const BUDGET_BYTES = 1024 * 1024;
/** Above `HOLD_BYTES`, telemetry waits in the log; sending resumes below `FLOW_BYTES`. */
const HOLD_BYTES = 256 * 1024;
const FLOW_BYTES = 64 * 1024;
const STUCK_MS = 10_000;
const FIRST_FRAME_MS = 5_000;
const PING_EVERY_MS = 30_000;
const PONG_WITHIN_MS = 14_000;
const FRAMES_PER_SECOND = 20;
/** If a client does not complete the closing handshake, its connection is destroyed. */
const CLOSE_WITHIN_MS = 500;

export class LiveSocket {
  readonly #ws: WebSocket;
  readonly #after: (ms: number, work: () => void) => () => void;
  readonly #now: () => number;
  #log: TelemetryLog | undefined;
  #place = 0;
  #isBehind = false;
  #view: View;
  #phase: 'waiting' | 'open' | 'closed' = 'waiting';
  #openedAt: number;
  #pingedAt: number;
  #awaitingPong = false;
  #progressAt: number;
  #frames = 0;
  #framesSince: number;
  readonly caller: Caller;

  constructor(
    ws: WebSocket,
    caller: Caller,
    clock: { monotonic(): number; after(ms: number, work: () => void): () => void },
  ) {
    this.#ws = ws;
    this.caller = caller;
    this.#view = { groupId: caller.groupId, zone: caller.zone, inBatches: false };
    this.#now = () => clock.monotonic();
    this.#after = clock.after;
    const now = this.#now();
    this.#openedAt = now;
    this.#pingedAt = now;
    this.#progressAt = now;
    this.#framesSince = now;
    ws.on('pong', () => {
      this.#awaitingPong = false;
    });
  }

  get isOpen(): boolean {
    return this.#phase === 'open';
  }

  get isClosed(): boolean {
    return this.#phase === 'closed';
  }

  /** True if the client takes several frames in one message. */
  get inBatches(): boolean {
    return this.#view.inBatches;
  }

  /** The place in the log up to which telemetry was sent. */
  get place(): number {
    return this.#place;
  }

  /** True if the client reads more slowly than telemetry is published. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Starts sending events; called when the user id of the first frame has matched. */
  open(log: TelemetryLog): void {
    if (this.#phase !== 'waiting') return;
    this.#phase = 'open';
    this.#log = log;
    this.#place = log.end;
  }

  /** Called for a client that takes several frames in one message. */
  takeBatches(): void {
    this.#view = { ...this.#view, inBatches: true };
  }

  /** Returns false if the client exceeds its rate limit. */
  countFrame(): boolean {
    const now = this.#now();
    if (now - this.#framesSince >= 1_000) {
      this.#framesSince = now;
      this.#frames = 0;
    }
    this.#frames += 1;
    return this.#frames <= FRAMES_PER_SECOND;
  }

  /** Sends the telemetry published since the last time, as far as the client reads it. */
  deliver(): void {
    const log = this.#log;
    if (this.#phase !== 'open' || log === undefined) return;
    while (this.#place < log.end) {
      if (this.#ws.bufferedAmount > (this.#isBehind ? FLOW_BYTES : HOLD_BYTES)) {
        this.#isBehind = true;
        return;
      }
      const { messages, next } = log.piece(this.#place, this.#view, this.#isBehind);
      // Sending may call back before it returns.
      this.#place = next;
      for (const message of messages) this.#write(message);
    }
    this.#isBehind = false;
  }

  /** Sends data that must be delivered; otherwise the socket is closed. */
  sendResult(text: string): void {
    if (this.#phase !== 'open') return;
    // Messages that were published earlier are sent first.
    this.deliver();
    if (this.#ws.bufferedAmount + Buffer.byteLength(text) > BUDGET_BYTES) this.cut();
    else this.#write(text);
  }

  #write(data: string | Buffer): void {
    this.#ws.send(data, { binary: false }, (error) => {
      if (error != null || this.#phase !== 'open') return;
      this.#progressAt = this.#now();
      if (this.#isBehind) this.deliver();
    });
  }

  /** Runs once a second and closes sockets that are silent, dead or stuck. */
  tick(): void {
    if (this.#phase === 'closed') return;
    const now = this.#now();
    if (this.#phase === 'waiting' && now - this.#openedAt >= FIRST_FRAME_MS) {
      this.close(CLOSE.silent, 'no user id came');
      return;
    }
    if (this.#ws.bufferedAmount === 0) this.#progressAt = now;
    const isStuck = now - this.#progressAt >= STUCK_MS;
    const isDead = this.#awaitingPong && now - this.#pingedAt >= PONG_WITHIN_MS;
    if (isStuck || isDead) this.cut();
    else if (now - this.#pingedAt >= PING_EVERY_MS) {
      this.#pingedAt = now;
      this.#awaitingPong = true;
      this.#ws.ping();
    }
  }

  close(code: number, reason: string): void {
    if (this.#phase === 'closed') return;
    this.#phase = 'closed';
    this.#log = undefined;
    this.#ws.close(code, reason);
    this.#after(CLOSE_WITHIN_MS, () => this.#ws.terminate());
  }

  /** Destroys the connection without a close frame, which the client would not receive. */
  cut(): void {
    this.#phase = 'closed';
    this.#log = undefined;
    this.#ws.terminate();
  }

  /** Records that the client has closed the connection. */
  gone(): void {
    this.#phase = 'closed';
    this.#log = undefined;
  }
}
