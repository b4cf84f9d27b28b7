/**
 * The socket of one browser tab, with its limits. Telemetry may be late: while the client reads
 * slowly, only the latest of each device and kind is retained. Control results are never dropped:
 * if they no longer fit, the socket is closed, and the client reads the state again.
 */
import type { WebSocket } from 'ws';
import type { Caller } from '../caller.ts';

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
/** Above `HOLD_BYTES`, only the latest telemetry is held; sending resumes below `FLOW_BYTES`. */
const HOLD_BYTES = 256 * 1024;
const FLOW_BYTES = 64 * 1024;
const STUCK_MS = 10_000;
const FIRST_FRAME_MS = 5_000;
const PING_EVERY_MS = 30_000;
const PONG_WITHIN_MS = 14_000;
const FRAMES_PER_SECOND = 20;
/** If a client does not complete the closing handshake, its connection is destroyed. */
const CLOSE_WITHIN_MS = 500;

type Render = () => string;

export class LiveSocket {
  readonly #ws: WebSocket;
  readonly #after: (ms: number, work: () => void) => () => void;
  readonly #now: () => number;
  readonly #held = new Map<string, Render>();
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

  /** Starts sending events; called when the user id of the first frame has matched. */
  open(): void {
    if (this.#phase === 'waiting') this.#phase = 'open';
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

  /** Sends data that is superseded by the next with the same key. */
  sendTelemetry(key: string, render: Render): void {
    if (this.#phase !== 'open') return;
    if (this.#held.size > 0 || this.#ws.bufferedAmount > HOLD_BYTES) {
      this.#held.set(key, render);
      return;
    }
    this.#write(render());
  }

  /** Sends data that must be delivered; otherwise the socket is closed. */
  sendResult(text: string): void {
    if (this.#phase !== 'open') return;
    if (this.#ws.bufferedAmount + Buffer.byteLength(text) > BUDGET_BYTES) this.cut();
    else this.#write(text);
  }

  #write(text: string): void {
    this.#ws.send(text, (error) => {
      if (error != null || this.#phase !== 'open') return;
      this.#progressAt = this.#now();
      this.#release();
    });
  }

  #release(): void {
    for (const [key, render] of this.#held) {
      if (this.#ws.bufferedAmount > FLOW_BYTES) return;
      this.#held.delete(key);
      this.#write(render());
    }
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
    this.#held.clear();
    this.#ws.close(code, reason);
    this.#after(CLOSE_WITHIN_MS, () => this.#ws.terminate());
  }

  /** Destroys the connection without a close frame, which the client would not receive. */
  cut(): void {
    this.#phase = 'closed';
    this.#held.clear();
    this.#ws.terminate();
  }

  /** Records that the client has closed the connection. */
  gone(): void {
    this.#phase = 'closed';
    this.#held.clear();
  }
}
