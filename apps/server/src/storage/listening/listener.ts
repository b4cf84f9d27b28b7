/** Implements LISTEN. Notifications are hints: the payload is an id, the row is authoritative. */
import type { Clock } from '../../clock.ts';
import type { StorageLog } from '../database.ts';
import { ChannelHandlers, type Handler } from './channel-handlers.ts';
import {
  type ListeningConnection,
  openListeningConnection,
  type PairLock,
} from './listening-connection.ts';

export interface Listener {
  listen(channel: string, handler: Handler): Promise<() => Promise<void>>;
  holdLocks(locks: readonly PairLock[]): Promise<void>;
  close(): Promise<void>;
}

export interface ListenerOptions {
  /** Returns the URL of the server itself, not of a connection pooler; called for each connection. */
  readonly findUrl: () => Promise<string>;
  readonly clock: Clock;
  readonly log: StorageLog;
  /** Called with the error while the connection cannot be opened again, with undefined when it is. */
  readonly onState?: (error: unknown) => void;
}

const firstPauseMs = 250;
const longestPauseMs = 10_000;

/** Uses its own connection, opened with the first channel and reopened when it is lost. */
export function createListener(options: ListenerOptions): Listener {
  const { findUrl, clock, log, onState = () => undefined } = options;
  const handlers = new ChannelHandlers(log);
  let locks: readonly PairLock[] = [];
  let connection: ListeningConnection | undefined;
  let opening: Promise<void> | undefined;
  let stopRetry = () => {};
  let isClosed = false;

  async function open(): Promise<void> {
    const fresh = await openListeningConnection({
      databaseUrl: await findUrl(),
      clock,
      log,
      channels: handlers.channels(),
      locks,
      onNotification: (channel, payload) => handlers.deliver(channel, payload),
      onLost() {
        connection = undefined;
        reopen(0);
      },
    });
    if (isClosed) fresh.close();
    else connection = fresh;
  }

  async function ensureOpen(): Promise<void> {
    if (connection !== undefined) return;
    opening ??= open().finally(() => {
      opening = undefined;
    });
    await opening;
  }

  function reopen(pauseMs: number): void {
    if (isClosed) return;
    ensureOpen().then(
      () => {
        onState(undefined);
        handlers.deliverAll('');
      },
      (error: unknown) => {
        // Only the first failure is logged: the attempts continue until one succeeds.
        if (pauseMs === 0) log.warn({ error }, 'the listening connection cannot be opened again');
        onState(error);
        const nextPauseMs = Math.min(Math.max(pauseMs * 2, firstPauseMs), longestPauseMs);
        stopRetry = clock.after(nextPauseMs, () => reopen(nextPauseMs));
      },
    );
  }

  return {
    async listen(channel, handler) {
      const isFirst = handlers.add(channel, handler);
      await ensureOpen();
      // The connection that replaces a lost one listens to every channel.
      if (isFirst) await connection?.listen(channel);
      return async () => {
        if (handlers.remove(channel, handler)) await connection?.unlisten(channel);
      };
    },
    async holdLocks(wanted) {
      locks = wanted;
      if (locks.length > 0) await ensureOpen();
      await connection?.holdLocks(locks);
    },
    async close() {
      isClosed = true;
      stopRetry();
      await opening?.catch(() => undefined);
      connection?.close();
    },
  };
}
