/**
 * The single queue between sockets and database (ARCHITECTURE.md, "The path of a reading"). Work
 * items are written in order, in batches of at most 1000 rows or 20 ms, one batch at a time; a work
 * item is acknowledged only after its commit. If the database is unavailable the batch is retried
 * until it is available: nothing is dropped and nothing is acknowledged. A batch that the database
 * rejects is halved until the invalid row is isolated; that row is stored among the rejected
 * messages and counts as acknowledged.
 */
import type { FailureKind } from './failure-kind.ts';
import { splitWork, type Work, weightOf } from './work.ts';

export const BATCH_ROWS = 1000;
export const LINGER_MS = 20;
/** Number of queued rows at which the gateway stops reading; it resumes below `ROOM_ROWS`. */
export const FULL_ROWS = 10_000;
export const ROOM_ROWS = 5_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
const COLLISIONS_AT_ONCE = 5;

export interface BatchStore {
  /** Commits the whole batch or throws; call the returned function once the commit is certain. */
  write(batch: readonly Work[]): Promise<() => void>;
  /** Stores a work item that the database rejects as a rejected message with reason `storage`. */
  park(work: Work, cause: unknown): Promise<() => void>;
  /** Creates missing partitions. */
  mendPartitions(): Promise<void>;
  kindOf(error: unknown): FailureKind;
  /** Called for each failure, to log it. */
  failed(error: unknown, kind: FailureKind, rows: number): void;
}

export class Batcher {
  readonly #store: BatchStore;
  readonly #roomListeners = new Set<() => void>();
  #queue: Work[] = [];
  #queuedRows = 0;
  #underWayRows = 0;
  #full = false;
  #oldestAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopping = false;

  constructor(store: BatchStore) {
    this.#store = store;
  }

  /** Number of rows queued or being written. */
  get backlog(): number {
    return this.#queuedRows + this.#underWayRows;
  }

  /** True while no socket may be read, because the queue is full. */
  get isFull(): boolean {
    return this.#full;
  }

  /** Calls the listener each time there is capacity again after the queue was full. */
  onRoom(listener: () => void): () => void {
    this.#roomListeners.add(listener);
    return () => this.#roomListeners.delete(listener);
  }

  add(work: Work): void {
    if (this.#queue.length === 0) this.#oldestAt = performance.now();
    this.#queue.push(work);
    this.#queuedRows += weightOf(work);
    if (this.backlog >= FULL_ROWS) this.#full = true;
    if (this.#running === undefined) this.#schedule();
  }

  /** Resolves when all added work is acknowledged; waits while the database is unavailable. */
  async drain(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#start();
    while (this.#running !== undefined) await this.#running;
  }

  /**
   * The linger uses the host's time, not the injected clock: it affects only how many rows share a
   * commit, never the stored data.
   */
  #schedule(): void {
    const waitMs = this.#oldestAt + LINGER_MS - performance.now();
    if (this.#stopping || waitMs <= 0 || this.#queuedRows >= BATCH_ROWS) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#start();
      return;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#start();
    }, waitMs);
  }

  #start(): void {
    if (this.#running !== undefined || this.#queue.length === 0) return;
    this.#running = this.#run(this.#takeBatch());
  }

  async #run(batch: Work[]): Promise<void> {
    await this.#keep(batch);
    this.#underWayRows = 0;
    this.#running = undefined;
    if (this.#full && this.backlog < ROOM_ROWS) {
      this.#full = false;
      for (const listener of this.#roomListeners) listener();
    }
    if (this.#queue.length > 0) this.#schedule();
  }

  #takeBatch(): Work[] {
    let rows = 0;
    let count = 0;
    for (const work of this.#queue) {
      const weight = weightOf(work);
      if (count > 0 && rows + weight > BATCH_ROWS) break;
      rows += weight;
      count += 1;
    }
    const batch = this.#queue.slice(0, count);
    this.#queue = this.#queue.slice(count);
    this.#queuedRows -= rows;
    this.#underWayRows = rows;
    this.#oldestAt = performance.now();
    return batch;
  }

  /** Resolves when every work item of the batch is stored, or stored as rejected. */
  async #keep(batch: readonly Work[]): Promise<void> {
    const blame = await this.#blame(() => this.#store.write(batch), rowsOf(batch));
    if (blame === undefined) return;
    const halves = halve(batch);
    if (halves === undefined) {
      await this.#blame(() => this.#store.park(batch[0]!, blame.cause), 1);
      return;
    }
    await this.#keep(halves[0]);
    await this.#keep(halves[1]);
  }

  /** Returns the error if the rows caused it, undefined on success; retries other failures. */
  async #blame(
    attempt: () => Promise<() => void>,
    rows: number,
  ): Promise<{ readonly cause: unknown } | undefined> {
    let pauseMs = FIRST_PAUSE_MS;
    let collisions = 0;
    let mended = false;
    for (;;) {
      let done: () => void;
      try {
        done = await attempt();
      } catch (error) {
        const reported = this.#store.kindOf(error);
        const kind = reported === 'no-partition' && mended ? 'bad-row' : reported;
        this.#store.failed(error, kind, rows);
        if (kind === 'bad-row') return { cause: error };
        if (kind === 'collision' && ++collisions <= COLLISIONS_AT_ONCE) continue;
        if (kind === 'no-partition') {
          mended = await this.#mended();
          if (mended) continue;
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        continue;
      }
      done();
      return undefined;
    }
  }

  async #mended(): Promise<boolean> {
    try {
      await this.#store.mendPartitions();
      return true;
    } catch (error) {
      this.#store.failed(error, this.#store.kindOf(error), 0);
      return false;
    }
  }
}

function rowsOf(batch: readonly Work[]): number {
  return batch.reduce((rows, work) => rows + weightOf(work), 0);
}

/** Splits a batch in two; returns undefined for a single work item that cannot be split. */
function halve(batch: readonly Work[]): readonly [readonly Work[], readonly Work[]] | undefined {
  const middle = batch.length >> 1;
  if (middle > 0) return [batch.slice(0, middle), batch.slice(middle)];
  const parts = splitWork(batch[0]!);
  return parts && [[parts[0]], [parts[1]]];
}
