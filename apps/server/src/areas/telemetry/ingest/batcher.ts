/**
 * The one queue between sockets and database (ARCHITECTURE.md, "The path of a reading"). Works
 * leave it in order, in batches of at most 1000 rows or 20 ms, one batch at a time; a work is
 * settled only after its commit. When the database is away the batch is tried again until it is
 * back: nothing is dropped and nothing settled. A batch that the database does not take is halved
 * until the bad row is alone; that one is parked among the rejected messages and counts as settled.
 */
import type { FailureKind } from './failure-kind.ts';
import { splitWork, type Work, weightOf } from './work.ts';

export const BATCH_ROWS = 1000;
export const LINGER_MS = 20;
/** Waiting rows from which the gateway reads no more, and below which it reads again. */
export const FULL_ROWS = 10_000;
export const ROOM_ROWS = 5_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
const COLLISIONS_AT_ONCE = 5;

export interface BatchStore {
  /** Commits all of it, or throws. What it answers is done once it is known to be committed. */
  write(batch: readonly Work[]): Promise<() => void>;
  /** Keeps a work the database does not take, as rejected with reason `storage`. */
  park(work: Work, cause: unknown): Promise<() => void>;
  /** Makes what partitions are missing. */
  mendPartitions(): Promise<void>;
  kindOf(error: unknown): FailureKind;
  /** Told of each failure, for the log. */
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

  /** Rows waiting or under way. */
  get backlog(): number {
    return this.#queuedRows + this.#underWayRows;
  }

  /** True while no socket may be read. */
  get isFull(): boolean {
    return this.#full;
  }

  /** Called each time there is room again after it was full. */
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

  /** Resolves when all that was added is settled; while the database is away it waits. */
  async drain(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#start();
    while (this.#running !== undefined) await this.#running;
  }

  /**
   * NOTE: the linger is the host's time, not the injected clock: it is a matter of how many rows
   * share a commit and never of what is stored.
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

  /** Returns when every work of the batch is written or parked. */
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

  /** Undefined when it succeeded, the error when the rows are to blame; waits out all else. */
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
        const told = this.#store.kindOf(error);
        const kind = told === 'no-partition' && mended ? 'bad-row' : told;
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

/** Undefined when it is one work that cannot be parted. */
function halve(batch: readonly Work[]): readonly [readonly Work[], readonly Work[]] | undefined {
  const middle = batch.length >> 1;
  if (middle > 0) return [batch.slice(0, middle), batch.slice(middle)];
  const parts = splitWork(batch[0]!);
  return parts && [[parts[0]], [parts[1]]];
}
