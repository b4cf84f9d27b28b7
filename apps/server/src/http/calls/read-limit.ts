/**
 * Limits the read calls that run at a time. When a thousand pages reconnect, their calls wait here,
 * in the order of arrival, and not for a connection of the database: a command does not wait behind
 * them, and no call fails because it did not get a connection in time.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** As many as the connections of the pool, so that a command waits for few statements. */
const MAX_RUNNING = 12;

/** Called when the call no longer uses the database; further calls have no effect. */
type Release = () => void;

export class ReadLimit {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(maxRunning = MAX_RUNNING) {
    this.#free = maxRunning;
  }

  get waitingCount(): number {
    return this.#waiting.size;
  }

  /** Resolves when the call may run; to undefined if the client has disconnected before. */
  async acquire(request: IncomingMessage): Promise<Release | undefined> {
    if (this.#free > 0) this.#free -= 1;
    else if (!(await this.#isTurnOf(request))) return undefined;
    let isRunning = true;
    return () => {
      if (!isRunning) return;
      isRunning = false;
      const [next] = this.#waiting;
      if (next === undefined) this.#free += 1;
      else next();
    };
  }

  /** Resolves to true when an ended call is replaced by this one, to false if the client disconnects. */
  #isTurnOf(request: IncomingMessage): Promise<boolean> {
    const { socket } = request;
    if (socket.destroyed) return Promise.resolve(false);
    return new Promise((resolve) => {
      const end = (mayRun: boolean) => {
        this.#waiting.delete(run);
        socket.off('close', giveUp);
        resolve(mayRun);
      };
      const run = () => end(true);
      const giveUp = () => end(false);
      this.#waiting.add(run);
      socket.once('close', giveUp);
    });
  }
}

/** The release of each request that counts as running, until its handler has ended. */
const releases = new WeakMap<FastifyRequest, Release>();

/** Releases requests that were answered without their handler. */
export function installReadLimit(app: FastifyInstance): void {
  app.addHook('onResponse', async (request) => releaseRead(request));
  app.addHook('onRequestAbort', async (request) => releaseRead(request));
}

export function holdRead(request: FastifyRequest, release: Release): void {
  releases.set(request, release);
}

export function releaseRead(request: FastifyRequest): void {
  releases.get(request)?.();
}
