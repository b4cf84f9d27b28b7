/** LISTEN. Hints between processes: the payload is an id, the row is the truth. */
import { Client } from 'pg';
import { serverConnection } from './connection-pool.ts';
import type { StorageLog } from './database.ts';

type Handler = (payload: string) => void;

export interface Listener {
  listen(channel: string, handler: Handler): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** Who wants which channel. */
class Channels {
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #log: StorageLog;

  constructor(log: StorageLog) {
    this.#log = log;
  }

  names(): string[] {
    return [...this.#handlers.keys()];
  }

  /** True when the channel had no handler before. */
  add(channel: string, handler: Handler): boolean {
    const handlers = this.#handlers.get(channel) ?? new Set();
    this.#handlers.set(channel, handlers.add(handler));
    return handlers.size === 1;
  }

  /** True when the channel has no handler left. */
  remove(channel: string, handler: Handler): boolean {
    const handlers = this.#handlers.get(channel);
    if (handlers?.delete(handler) !== true || handlers.size > 0) return false;
    return this.#handlers.delete(channel);
  }

  deliver(channel: string, payload: string): void {
    for (const handler of [...(this.#handlers.get(channel) ?? [])]) {
      try {
        handler(payload);
      } catch (error) {
        this.#log.error({ error, channel }, 'a handler of a database notification failed');
      }
    }
  }

  deliverAll(payload: string): void {
    for (const channel of this.names()) this.deliver(channel, payload);
  }
}

const listenTo = (channel: string): string => `listen "${channel.replaceAll('"', '""')}"`;
const stopListeningTo = (channel: string): string => `un${listenTo(channel)}`;

const firstPauseMs = 250;
const longestPauseMs = 10_000;

/** A connection of its own, opened with the first channel and opened again when it is lost. */
export function listenOnServer(databaseUrl: string, log: StorageLog): Listener {
  const channels = new Channels(log);
  let client: Client | undefined;
  let opening: Promise<Client> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  async function open(): Promise<Client> {
    const fresh = new Client(serverConnection(databaseUrl));
    fresh.on('notification', (message) => channels.deliver(message.channel, message.payload ?? ''));
    fresh.on('error', (error) => log.warn({ error }, 'the listening connection was lost'));
    try {
      await fresh.connect();
      for (const channel of channels.names()) await fresh.query(listenTo(channel));
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    fresh.once('end', () => {
      if (closed || client !== fresh) return;
      client = undefined;
      openAgain(firstPauseMs);
    });
    client = fresh;
    return fresh;
  }

  function openAgain(pauseMs: number): void {
    retry = setTimeout(() => {
      open().then(
        () => channels.deliverAll(''),
        () => openAgain(Math.min(pauseMs * 2, longestPauseMs)),
      );
    }, pauseMs);
    retry.unref();
  }

  return {
    async listen(channel, handler) {
      const first = channels.add(channel, handler);
      if (client === undefined) {
        opening ??= open().finally(() => {
          opening = undefined;
        });
        await opening;
      }
      if (first) await client?.query(listenTo(channel));
      return async () => {
        if (channels.remove(channel, handler)) await client?.query(stopListeningTo(channel));
      };
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await opening?.catch(() => undefined);
      await client?.end();
    },
  };
}
