/**
 * Looks up devices for the gateway. Concurrent lookups share one query, because thousands of
 * devices connect at the same time after an outage.
 */

import { findLinks, type RegisteredLink } from '../areas/telemetry/ingest/link-queries.ts';
import type { Context } from '../context.ts';

const GATHER_MS = 5;
/** Number of devices that are read by one query. */
export const MAX_AT_ONCE = 500;

interface Waiting {
  readonly resolve: (link: RegisteredLink | undefined) => void;
  readonly reject: (error: unknown) => void;
}

export class LinkFinder {
  readonly #ctx: Context;
  #waiting = new Map<string, Waiting[]>();
  #timer: NodeJS.Timeout | undefined;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Resolves to undefined for an unregistered code. Rejects if the database is unavailable. */
  find(code: string): Promise<RegisteredLink | undefined> {
    return new Promise((resolve, reject) => {
      const others = this.#waiting.get(code) ?? [];
      others.push({ resolve, reject });
      this.#waiting.set(code, others);
      if (this.#waiting.size >= MAX_AT_ONCE) this.#ask();
      else this.#timer ??= setTimeout(() => this.#ask(), GATHER_MS);
    });
  }

  #ask(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting;
    this.#waiting = new Map();
    findLinks(this.#ctx.database.db, [...batch.keys()]).then(
      (links) => {
        for (const [code, waiting] of batch) {
          for (const { resolve } of waiting) resolve(links.get(code));
        }
      },
      (error: unknown) => {
        for (const waiting of batch.values()) for (const { reject } of waiting) reject(error);
      },
    );
  }
}
