/**
 * Shares the lookups of names among customers. A customer may run the name server, which may delay its
 * answers, so each customer has one lookup at a time, and each name too.
 */
import type { ResolvedAddress } from './checked-exchange.ts';
import type { Resolve } from './guarded-request.ts';

interface Lookup {
  readonly customerId: number;
  readonly hostname: string;
  readonly start: () => void;
}

/** Looks up a name for a customer. */
export type LookUp = (
  customerId: number,
  hostname: string,
  signal?: AbortSignal,
) => Promise<readonly ResolvedAddress[]>;

export class FairLookups {
  readonly #resolve: Resolve;
  readonly #max: number;
  readonly #running = new Set<Lookup>();
  readonly #waiting = new Set<Lookup>();

  /** `max` must be at least 2, so that one customer cannot stop the others. */
  constructor(resolve: Resolve, max: number) {
    this.#resolve = resolve;
    this.#max = max;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  ofCustomer(customerId: number): Resolve {
    return (hostname, signal) => this.lookUp(customerId, hostname, signal);
  }

  /** Rejects when the signal aborts. A running lookup counts until it ends. */
  readonly lookUp: LookUp = (customerId, hostname, signal) =>
    new Promise((resolve, reject) => {
      const lookup: Lookup = {
        customerId,
        hostname,
        start: () => {
          signal?.removeEventListener('abort', leave);
          this.#run(lookup).then(resolve, reject);
        },
      };
      const leave = () => {
        this.#waiting.delete(lookup);
        reject(signal?.reason as Error);
      };
      if (signal?.aborted === true) return leave();
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.add(lookup);
      this.#startNext();
    });

  async #run(lookup: Lookup): Promise<readonly ResolvedAddress[]> {
    try {
      return await this.#resolve(lookup.hostname);
    } finally {
      this.#running.delete(lookup);
      this.#startNext();
    }
  }

  /** In the order of arrival, without those whose customer or name is busy. */
  #startNext(): void {
    for (const lookup of this.#waiting) {
      if (this.#running.size >= this.#max) return;
      if (this.#isBusy(lookup)) continue;
      this.#waiting.delete(lookup);
      this.#running.add(lookup);
      lookup.start();
    }
  }

  #isBusy({ customerId, hostname }: Lookup): boolean {
    for (const one of this.#running) {
      if (one.customerId === customerId || one.hostname === hostname) return true;
    }
    return false;
  }
}
