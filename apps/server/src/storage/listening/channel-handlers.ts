/** The handlers of each notification channel. */
import type { StorageLog } from '../database.ts';

export type Handler = (payload: string) => void;

export class ChannelHandlers {
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #log: StorageLog;

  constructor(log: StorageLog) {
    this.#log = log;
  }

  channels(): string[] {
    return [...this.#handlers.keys()];
  }

  /** Returns true if the channel had no handler before. */
  add(channel: string, handler: Handler): boolean {
    const handlers = this.#handlers.get(channel) ?? new Set();
    this.#handlers.set(channel, handlers.add(handler));
    return handlers.size === 1;
  }

  /** Returns true if the channel has no handler left. */
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
    for (const channel of this.channels()) this.deliver(channel, payload);
  }
}
