/**
 * Lets calls that read the same share one read: when the pages of a customer reconnect, hundreds of
 * them request the same sums. A call never receives the result of a read that had begun before it,
 * so it contains all that was committed before the call.
 */
import type { Caller, Viewer } from '../../caller.ts';

export class JoinedReads {
  readonly #running = new Map<string, Promise<unknown>>();
  /** Reads that begin when the running one of the same key has ended. */
  readonly #next = new Map<string, Promise<unknown>>();

  /**
   * Returns what `work` reads for the viewer. `fields` are the name and the fields of the call:
   * callers with the same view and fields share a read. Rejects as the read does.
   */
  read<T>(
    { customerId, groupId, rootGroupId, zone }: Caller,
    fields: readonly unknown[],
    work: (viewer: Viewer) => Promise<T>,
  ): Promise<T> {
    // Only what is in the key is known to the read.
    const viewer = { customerId, groupId, rootGroupId, zone };
    const key = JSON.stringify([customerId, groupId, rootGroupId, zone, fields]);
    const next = this.#next.get(key);
    if (next !== undefined) return next as Promise<T>;
    const running = this.#running.get(key);
    if (running === undefined) return this.#start(key, () => work(viewer));
    const begun = running.then(ignore, ignore).then(() => {
      this.#next.delete(key);
      return this.#start(key, () => work(viewer));
    });
    this.#next.set(key, begun);
    return begun;
  }

  #start<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = work();
    this.#running.set(key, result);
    const end = () => void this.#running.delete(key);
    result.then(end, end);
    return result;
  }
}

const ignore = (): void => undefined;
