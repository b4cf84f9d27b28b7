/**
 * A DTU that dials in: registers, sends heartbeats, and passes the bytes of its line in both
 * directions. It reconnects like the other simulated devices.
 */
import { connect, type Socket } from 'node:net';
import { type DtuTexts, registrationPacket } from './connection-texts.ts';
import type { SerialLine } from './line/serial-line.ts';
import { Reconnection } from './reconnection.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** The first heartbeat must not arrive in the silence that ends a registration packet. */
const FIRST_HEARTBEAT_MS = 1000;
export interface DtuClientOptions {
  readonly host: string;
  readonly port: number;
  readonly code: string;
  readonly secret: string;
  readonly texts: DtuTexts;
  readonly line: SerialLine;
  /** Returns a number in [0, 1), for the jitter of reconnections. */
  readonly random: () => number;
  /** Reports why a connection failed or was lost. */
  readonly onTrouble: (text: string) => void;
}

export class DtuClient {
  readonly #options: DtuClientOptions;
  readonly #reconnection = new Reconnection();
  #socket: Socket | undefined;
  #isStopped = false;
  #heartbeat: NodeJS.Timeout | undefined;
  #reconnect: NodeJS.Timeout | undefined;

  constructor(options: DtuClientOptions) {
    this.#options = options;
  }

  get connected(): boolean {
    return this.#reconnection.isConnected;
  }

  start(): void {
    const { host, port, line, onTrouble } = this.#options;
    const socket = connect({ host, port, noDelay: true, timeout: CONNECT_TIMEOUT_MS });
    this.#socket = socket;
    let error = 'the platform closed the connection';
    socket.on('connect', () => this.#register(socket));
    socket.on('data', (bytes) => {
      this.#reconnection.accepted();
      line.receive(bytes);
    });
    socket.on('timeout', () => socket.destroy(new Error('the platform could not be reached')));
    socket.on('error', ({ message }) => {
      error = message || 'the platform could not be reached';
    });
    socket.on('close', () => {
      if (socket !== this.#socket) return;
      if (!this.#isStopped) onTrouble(error);
      this.#lost();
    });
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#reconnect);
    clearTimeout(this.#heartbeat);
    this.#options.line.close();
    const socket = this.#socket;
    if (socket === undefined || socket.closed) return Promise.resolve();
    return new Promise((resolve) => {
      socket.once('close', () => resolve());
      if (socket.connecting) socket.destroy();
      else socket.end(() => socket.destroy());
    });
  }

  /** Cuts the connection like a network failure; the DTU reconnects by itself. */
  cut(): void {
    this.#socket?.resetAndDestroy();
  }

  #register(socket: Socket): void {
    const { texts, code, secret, line } = this.#options;
    socket.setTimeout(0);
    this.#reconnection.connected(Date.now());
    socket.write(registrationPacket(texts, code, secret));
    line.open((bytes) => socket.write(bytes));
    if (texts.heartbeat === '') return;
    const send = (): void => {
      if (!line.quirks.hangs) socket.write(texts.heartbeat);
      this.#heartbeat = setTimeout(send, texts.heartbeatMs);
    };
    this.#heartbeat = setTimeout(send, Math.max(FIRST_HEARTBEAT_MS, texts.heartbeatMs));
  }

  #lost(): void {
    clearTimeout(this.#heartbeat);
    this.#options.line.close();
    const delayMs = this.#reconnection.lost(Date.now(), this.#options.random());
    if (!this.#isStopped) this.#reconnect = setTimeout(() => this.start(), delayMs);
  }
}
