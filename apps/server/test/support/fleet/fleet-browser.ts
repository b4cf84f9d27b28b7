/**
 * A page of the web client without a screen: its socket reconnects with the page's own backoff, and
 * after each connection it repeats its calls.
 */
import { Agent, get } from 'node:http';
import { WebSocket } from 'ws';
import { reconnectPauseMs } from '../../../../web/src/realtime/reconnect-policy.ts';

export interface FleetBrowserOptions {
  readonly port: () => number;
  readonly token: string;
  readonly userId: number;
  /** Loopback address of the browser. */
  readonly from: string;
  /** Paths of the calls that the page repeats when its socket has connected. */
  readonly calls: readonly string[];
  readonly random: () => number;
  readonly onReady?: (browser: FleetBrowser) => void;
}

export class FleetBrowser {
  /** Number of connections after which all calls were answered. */
  readyCount = 0;
  /** Number of calls that were not answered with 200. */
  failedCalls = 0;
  /** Number of handshakes that the server rejected. */
  rejections = 0;
  isReady = false;
  hasStarted = false;
  received = 0;
  readonly #options: FleetBrowserOptions;
  readonly #agent: Agent;
  #socket: WebSocket | undefined;
  #attempt = 0;
  #retry: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: FleetBrowserOptions) {
    this.#options = options;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 2, localAddress: options.from });
  }

  start(): void {
    this.hasStarted = true;
    const { port, token, userId, from } = this.#options;
    const socket = new WebSocket(`ws://127.0.0.1:${port()}/api/websocket/info`, {
      headers: { authorization: token },
      localAddress: from,
    });
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('unexpected-response', () => {
      this.rejections += 1;
      socket.terminate();
    });
    socket.on('message', () => {
      this.received += 1;
    });
    socket.on('open', () => {
      this.#attempt = 0;
      socket.send(JSON.stringify({ userId, batches: true }));
      void this.#reload(socket);
    });
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.isReady = false;
      if (this.#isStopped) return;
      this.#attempt += 1;
      const pauseMs = reconnectPauseMs(this.#attempt, this.#options.random());
      this.#retry = setTimeout(() => this.start(), pauseMs);
    });
  }

  /** Ends the connection like a network failure. */
  cut(): void {
    this.#socket?.terminate();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    this.#socket?.terminate();
    this.#agent.destroy();
  }

  async #reload(socket: WebSocket): Promise<void> {
    const statuses = await Promise.all(this.#options.calls.map((path) => this.#call(path)));
    // A call that fails because the server is killed again is repeated on the next connection.
    if (this.#socket !== socket || socket.readyState !== WebSocket.OPEN) return;
    this.failedCalls += statuses.filter((status) => status !== 200).length;
    this.isReady = true;
    this.readyCount += 1;
    this.#options.onReady?.(this);
  }

  #call(path: string): Promise<number> {
    const { port, token } = this.#options;
    return new Promise((resolve) => {
      const request = get(
        {
          host: '127.0.0.1',
          port: port(),
          path,
          agent: this.#agent,
          headers: { authorization: token },
        },
        (response) => {
          response.resume();
          response.once('close', () => resolve(response.statusCode ?? 0));
        },
      );
      request.once('error', () => resolve(0));
    });
  }
}
