/**
 * The single queue between sockets and database (ARCHITECTURE.md, "The path of a reading"). Work
 * items are written in batches of at most 1000 rows or 20 ms; a work item is acknowledged only after
 * its commit. Nothing is dropped, and nothing is acknowledged, while the database is unavailable
 * (`keep-batch.ts`).
 *
 * The queue has two lanes, so that live readings and replies do not wait for a backlog (ADR 64). The
 * messages of one device stay in order: a live message of a device with bulk messages in the queue
 * waits behind them, and a bulk message behind the live ones that arrived before it.
 *
 * One batch is written at a time. Under load there are two, each with the messages of one half of
 * the devices, so that one is prepared while the other waits for the database (ADR 82).
 */
import { type BatchStore, keepBatch } from './keep-batch.ts';
import { deviceIdOf, type Half, Lane, rowsOf } from './lane.ts';
import type { Work } from './work.ts';

export const BATCH_ROWS = 1000;
export const LINGER_MS = 20;
/** Number of queued rows at which the gateway stops reading; it resumes below `ROOM_ROWS`. */
export const FULL_ROWS = 10_000;
export const ROOM_ROWS = 5_000;
/** Number of live rows in a batch while bulk rows wait; the rest is theirs, so that they advance too. */
export const LIVE_ROWS_BESIDE_BULK = BATCH_ROWS / 2;
/** Number of rows of the other half that are worth a batch of their own. */
const SECOND_BATCH_ROWS = BATCH_ROWS / 2;
const HALVES: readonly Half[] = [0, 1];

export class Batcher {
  readonly #store: BatchStore;
  readonly #roomListeners = new Set<() => void>();
  readonly #bulk = new Lane();
  readonly #live = new Lane();
  /** Number of bulk messages in the queue of each device that has any, by device id. */
  readonly #bulkOfDevice = new Map<number, number>();
  /** Batches being written, by their half; undefined is the key of one with messages of both. */
  readonly #running = new Map<Half | undefined, Promise<void>>();
  #underWayRows = 0;
  #full = false;
  #liveFull = false;
  #oldestAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(store: BatchStore) {
    this.#store = store;
  }

  /** Number of rows queued or being written. */
  get backlog(): number {
    return this.#queuedRows(undefined) + this.#underWayRows;
  }

  /** True while no bulk message may be read, because the queue is full. */
  get isFull(): boolean {
    return this.#full;
  }

  /** True while no socket may be read, because the lane of live messages is full too. */
  get isLiveFull(): boolean {
    return this.#liveFull;
  }

  /** Calls the listener each time there is capacity again after the queue was full. */
  onRoom(listener: () => void): () => void {
    this.#roomListeners.add(listener);
    return () => this.#roomListeners.delete(listener);
  }

  add(work: Work): void {
    if (this.#queuedRows(undefined) === 0) this.#oldestAt = performance.now();
    const deviceId = deviceIdOf(work);
    const before = this.#bulkOfDevice.get(deviceId) ?? 0;
    if (work.message.isLive === true && before === 0) {
      this.#live.add(work);
      if (this.#live.rows >= FULL_ROWS) this.#full = this.#liveFull = true;
    } else {
      this.#bulkOfDevice.set(deviceId, before + 1);
      this.#bulk.add(work);
    }
    if (this.#bulk.rows + this.#underWayRows >= FULL_ROWS) this.#full = true;
    this.#schedule();
  }

  /** Resolves when all added work is acknowledged; waits while the database is unavailable. */
  async drain(): Promise<void> {
    this.#stopping = true;
    this.#schedule();
    while (this.#running.size > 0) await Promise.race(this.#running.values());
  }

  #queuedRows(half: Half | undefined): number {
    return this.#bulk.rowsOf(half) + this.#live.rowsOf(half);
  }

  /**
   * The linger uses the host's time, not the injected clock: it affects only how many rows share a
   * commit, never the stored data.
   */
  #schedule(): void {
    const queued = this.#queuedRows(undefined);
    if (queued === 0) return;
    if (this.#running.size > 0) {
      this.#startSecond();
      return;
    }
    const waitMs = this.#oldestAt + LINGER_MS - performance.now();
    if (!this.#stopping && waitMs > 0 && queued < BATCH_ROWS) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#schedule();
      }, waitMs);
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (queued < BATCH_ROWS) this.#start(undefined);
    else for (const half of HALVES) if (this.#queuedRows(half) > 0) this.#start(half);
  }

  /**
   * Starts a batch of the half that is not being written if it is worth one; otherwise its messages
   * wait for the end of the other.
   */
  #startSecond(): void {
    if (this.#running.size > 1 || this.#running.has(undefined)) return;
    const other: Half = this.#running.has(0) ? 1 : 0;
    if (this.#queuedRows(other) >= SECOND_BATCH_ROWS) this.#start(other);
  }

  #start(half: Half | undefined): void {
    const batch = this.#takeBatch(half);
    this.#running.set(half, this.#run(batch, half));
  }

  async #run(batch: readonly Work[], half: Half | undefined): Promise<void> {
    const rows = rowsOf(batch);
    this.#underWayRows += rows;
    await keepBatch(this.#store, batch);
    this.#underWayRows -= rows;
    this.#running.delete(half);
    if (this.#full && this.backlog < ROOM_ROWS) {
      this.#full = this.#liveFull = false;
      for (const listener of this.#roomListeners) listener();
    }
    this.#schedule();
  }

  #takeBatch(half: Half | undefined): Work[] {
    const isBulkWaiting = this.#bulk.rowsOf(half) > 0;
    const live = this.#live.take(isBulkWaiting ? LIVE_ROWS_BESIDE_BULK : BATCH_ROWS, half);
    const waiting = new Set(this.#live.works.map(deviceIdOf));
    const bulk = this.#bulk.take(
      BATCH_ROWS - rowsOf(live),
      half,
      (work) => !waiting.has(deviceIdOf(work)),
    );
    for (const work of bulk) {
      const deviceId = deviceIdOf(work);
      const left = this.#bulkOfDevice.get(deviceId)! - 1;
      if (left === 0) this.#bulkOfDevice.delete(deviceId);
      else this.#bulkOfDevice.set(deviceId, left);
    }
    this.#oldestAt = performance.now();
    return [...live, ...bulk];
  }
}
