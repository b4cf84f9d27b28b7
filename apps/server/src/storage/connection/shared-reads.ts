/**
 * Short reads of several calls in one round trip. Under load many calls begin in the same turn of
 * the event loop; a round trip for each costs server and database more than the reads themselves.
 */
import type { Read } from '../database.ts';

/** Bounds the time for which the first read of a round trip waits for the others. */
const MAX_TOGETHER = 20;

type Reads = readonly Read<unknown>[];

interface Waiting {
  readonly reads: Reads;
  readonly resolve: (results: readonly unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

export class SharedReads {
  readonly #readAll: (reads: Reads) => Promise<readonly unknown[]>;
  #waiting: Waiting[] = [];

  constructor(readAll: (reads: Reads) => Promise<readonly unknown[]>) {
    this.#readAll = readAll;
  }

  add<Results extends readonly unknown[]>(
    reads: { readonly [At in keyof Results]: Read<Results[At]> },
  ): Promise<Results> {
    return new Promise((resolve, reject) => {
      // Runs after the event loop has read everything that has arrived.
      if (this.#waiting.length === 0) setImmediate(() => this.#flush());
      this.#waiting.push({ reads, resolve: resolve as Waiting['resolve'], reject });
    });
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    let together: Waiting[] = [];
    let count = 0;
    for (const one of waiting) {
      if (count + one.reads.length > MAX_TOGETHER && count > 0) {
        void this.#run(together);
        together = [];
        count = 0;
      }
      together.push(one);
      count += one.reads.length;
    }
    void this.#run(together);
  }

  async #run(waiting: readonly Waiting[]): Promise<void> {
    try {
      const results = await this.#readAll(waiting.flatMap(({ reads }) => reads));
      let from = 0;
      for (const { reads, resolve } of waiting) {
        resolve(results.slice(from, from + reads.length));
        from += reads.length;
      }
    } catch (error) {
      // The error may be that of another call.
      if (waiting.length === 1) waiting[0]!.reject(error);
      else for (const one of waiting) void this.#run([one]);
    }
  }
}
