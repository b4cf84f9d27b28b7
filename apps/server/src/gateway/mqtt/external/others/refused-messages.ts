/**
 * Counts messages at an external broker that belong to no device: whose device is not registered, or
 * with another protocol, or belonged to another customer when they were sent. They are acknowledged
 * and not stored, because no customer may read them.
 */
import type { Logger } from 'pino';

/** One line for each reason in this time: a broker may carry many other messages. */
const LOG_EVERY_MS = 10_000;

export class RefusedMessages {
  readonly #log: Pick<Logger, 'warn'>;
  readonly #monotonic: () => number;
  readonly #loggedAt = new Map<string, number>();
  #total = 0;

  constructor(log: Pick<Logger, 'warn'>, monotonic: () => number) {
    this.#log = log;
    this.#monotonic = monotonic;
  }

  get total(): number {
    return this.#total;
  }

  count(topic: string, reason: string): void {
    this.#total += 1;
    const now = this.#monotonic();
    if (now - (this.#loggedAt.get(reason) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return;
    this.#loggedAt.set(reason, now);
    const { total } = this;
    this.#log.warn({ topic: topic.slice(0, 100), reason, total }, 'a message was refused');
  }
}
