/**
 * Sends the telemetry of customers to their sockets: to clients that take frames one by one at once,
 * to those that take batches at most ten times a second, less often if a customer has many sockets.
 */
import type { LiveSocket } from './live-socket.ts';
import type { SocketRegistry } from './socket-registry.ts';
import { TelemetryLog } from './telemetry-log.ts';

const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
/** Messages with batches that all sockets of a customer receive together. */
const BATCHES_PER_S = 1_000;

/** Returns the time in ms between two batches of a socket. */
export const batchPauseMs = (sockets: number): number =>
  Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, (sockets * 1_000) / BATCHES_PER_S));

interface Feed {
  readonly log: TelemetryLog;
  immediate: NodeJS.Immediate | undefined;
  timer: NodeJS.Timeout | undefined;
  batchedAt: number;
}

export class TelemetryFeed {
  readonly #sockets: SocketRegistry;
  readonly #feeds = new Map<number, Feed>();

  constructor(sockets: SocketRegistry) {
    this.#sockets = sockets;
  }

  /** Returns the log of a customer with open sockets, which is sent soon after. */
  logFor(customerId: number): TelemetryLog {
    const feed = this.#feedOf(customerId);
    feed.immediate ??= setImmediate(() => {
      feed.immediate = undefined;
      this.#send(customerId, feed);
    });
    return feed.log;
  }

  /** Starts sending to a socket, from now on. */
  follow(socket: LiveSocket): void {
    socket.open(this.#feedOf(socket.caller.customerId).log);
  }

  stop(): void {
    for (const { immediate, timer } of this.#feeds.values()) {
      clearImmediate(immediate);
      clearTimeout(timer);
    }
    this.#feeds.clear();
  }

  #feedOf(customerId: number): Feed {
    const known = this.#feeds.get(customerId);
    if (known !== undefined) return known;
    const feed = {
      log: new TelemetryLog(),
      immediate: undefined,
      timer: undefined,
      batchedAt: Number.NEGATIVE_INFINITY,
    };
    this.#feeds.set(customerId, feed);
    return feed;
  }

  #send(customerId: number, feed: Feed): void {
    const sockets = [...this.#sockets.openOf(customerId)];
    const waitMs = feed.batchedAt + batchPauseMs(sockets.length) - performance.now();
    const isBatchDue = waitMs <= 0;
    if (isBatchDue) feed.batchedAt = performance.now();
    let passedByAll = feed.log.end;
    let passedByFast = feed.log.end;
    let waits = false;
    for (const socket of sockets) {
      if (socket.inBatches && !isBatchDue) waits = true;
      else socket.deliver();
      passedByAll = Math.min(passedByAll, socket.place);
      if (!socket.isBehind) passedByFast = Math.min(passedByFast, socket.place);
    }
    feed.log.trim(passedByAll, passedByFast);
    if (sockets.length === 0 && this.#feeds.get(customerId) === feed)
      this.#feeds.delete(customerId);
    if (!waits) return;
    feed.timer ??= setTimeout(() => {
      feed.timer = undefined;
      this.#send(customerId, feed);
    }, waitMs);
  }
}
