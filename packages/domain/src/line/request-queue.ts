/** Waiting requests of a line, by priority and in order of arrival. */
import type { Chain } from './answers/chained-answer.ts';
import { type LineRequest, PRIORITIES, type Priority } from './line-request.ts';

export interface Waiting {
  readonly request: LineRequest;
  /** Number of times that the request was sent. */
  readonly attempts: number;
  /** Undefined before the first frame of an answer that continues in further frames. */
  readonly chain?: Chain | undefined;
}

export class RequestQueue {
  readonly #lists: Readonly<Record<Priority, Waiting[]>> = { command: [], read: [], poll: [] };

  get size(): number {
    return PRIORITIES.reduce((sum, priority) => sum + this.#lists[priority].length, 0);
  }

  add(request: LineRequest): void {
    this.#lists[request.priority].push({ request, attempts: 0 });
  }

  /** Adds a request that was not answered, or not completely, before the others of its priority. */
  retry(waiting: Waiting): void {
    this.#lists[waiting.request.priority].unshift(waiting);
  }

  /** Removes the first request of the highest priority that `canSend` accepts. */
  take(canSend: (waiting: Waiting) => boolean): Waiting | undefined {
    for (const priority of PRIORITIES) {
      const list = this.#lists[priority];
      const at = list.findIndex((waiting) => canSend(waiting));
      if (at >= 0) return list.splice(at, 1)[0];
    }
    return undefined;
  }

  removeExpired(now: number): Waiting[] {
    return this.#remove(({ request }) => (request.expiresAt ?? Infinity) <= now);
  }

  removeAll(): Waiting[] {
    return this.#remove(() => true);
  }

  /** Time at which the next request expires; Infinity if none does. */
  get nextExpiry(): number {
    return PRIORITIES.flatMap((priority) => this.#lists[priority]).reduce(
      (first, { request }) => Math.min(first, request.expiresAt ?? Infinity),
      Infinity,
    );
  }

  #remove(matches: (waiting: Waiting) => boolean): Waiting[] {
    const removed: Waiting[] = [];
    for (const priority of PRIORITIES) {
      const list = this.#lists[priority];
      removed.push(...list.filter(matches));
      this.#lists[priority].splice(0, list.length, ...list.filter((one) => !matches(one)));
    }
    return removed;
  }
}
