/**
 * The single queue between sockets and database (ARCHITECTURE.md, "The path of a reading"). Work
 * items are written in order, in batches of at most 1000 rows or 20 ms, one batch at a time; a work
 * item is acknowledged only after its commit. If the database is unavailable the batch is retried
 * until it is available: nothing is dropped and nothing is acknowledged. A batch that the database
 * rejects is halved until the invalid row is isolated; that row is stored among the rejected
 * messages and counts as acknowledged.
 *
 * The queue has two lanes, so that live readings and replies do not wait for a backlog (ADR 64). The
 * messages of one device stay in order: a live message of a device with bulk messages in the queue
 * waits behind them, and a bulk message behind the live ones that arrived before it.
 */
import type { FailureKind } from './failure-kind.ts';
import { splitWork, type Work, weightOf } from './work.ts';

export const BATCH_ROWS = 1000;
export const LINGER_MS = 20;
/** Number of queued rows at which the gateway stops reading; it resumes below `ROOM_ROWS`. */
export const FULL_ROWS = 10_000;
export const ROOM_ROWS = 5_000;
/** Number of live rows in a batch while bulk rows wait; the rest is theirs, so that they advance too. */
export const LIVE_ROWS_BESIDE_BULK = BATCH_ROWS / 2;
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
  readonly #bulk = new Lane();
  readonly #live = new Lane();
  /** Number of bulk messages in the queue of each device that has any, by device id. */
  readonly #bulkOfDevice = new Map<number, number>();
  #underWayRows = 0;
  #full = false;
  #liveFull = false;
  #oldestAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopping = false;

  constructor(store: BatchStore) {
    this.#store = store;
  }

  /** Number of rows queued or being written. */
  get backlog(): number {
    return this.#bulk.rows + this.#live.rows + this.#underWayRows;
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
    if (this.#isEmpty) this.#oldestAt = performance.now();
    const { device, isLive = false } = work.message;
    const { deviceId } = device.ref;
    const before = this.#bulkOfDevice.get(deviceId) ?? 0;
    if (isLive && before === 0) {
      this.#live.add(work);
      if (this.#live.rows >= FULL_ROWS) this.#full = this.#liveFull = true;
    } else {
      this.#bulkOfDevice.set(deviceId, before + 1);
      this.#bulk.add(work);
    }
    if (this.#bulk.rows + this.#underWayRows >= FULL_ROWS) this.#full = true;
    if (this.#running === undefined) this.#schedule();
  }

  get #isEmpty(): boolean {
    return this.#bulk.works.length === 0 && this.#live.works.length === 0;
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
    if (this.#stopping || waitMs <= 0 || this.#bulk.rows + this.#live.rows >= BATCH_ROWS) {
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
    if (this.#running !== undefined || this.#isEmpty) return;
    this.#running = this.#run(this.#takeBatch());
  }

  async #run(batch: Work[]): Promise<void> {
    await this.#keep(batch);
    this.#underWayRows = 0;
    this.#running = undefined;
    if (this.#full && this.backlog < ROOM_ROWS) {
      this.#full = this.#liveFull = false;
      for (const listener of this.#roomListeners) listener();
    }
    if (!this.#isEmpty) this.#schedule();
  }

  #takeBatch(): Work[] {
    const isBulkWaiting = this.#bulk.works.length > 0;
    const live = this.#live.take(isBulkWaiting ? LIVE_ROWS_BESIDE_BULK : BATCH_ROWS);
    const liveRows = rowsOf(live);
    const waiting = new Set(this.#live.works.map(deviceIdOf));
    const bulk = this.#bulk.take(BATCH_ROWS - liveRows, (work) => !waiting.has(deviceIdOf(work)));
    for (const work of bulk) {
      const deviceId = deviceIdOf(work);
      const left = this.#bulkOfDevice.get(deviceId)! - 1;
      if (left === 0) this.#bulkOfDevice.delete(deviceId);
      else this.#bulkOfDevice.set(deviceId, left);
    }
    this.#underWayRows = liveRows + rowsOf(bulk);
    this.#oldestAt = performance.now();
    return [...live, ...bulk];
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

/** Work items in the order of their arrival. */
class Lane {
  works: Work[] = [];
  rows = 0;

  add(work: Work): void {
    this.works.push(work);
    this.rows += weightOf(work);
  }

  /**
   * Removes the first work items of at most this many rows in total, and at least one, up to the
   * first that must wait.
   */
  take(maxRows: number, mayBeTaken: (work: Work) => boolean = () => true): Work[] {
    let rows = 0;
    let count = 0;
    for (const work of this.works) {
      const weight = weightOf(work);
      if ((count > 0 && rows + weight > maxRows) || !mayBeTaken(work)) break;
      rows += weight;
      count += 1;
    }
    this.rows -= rows;
    const taken = this.works.slice(0, count);
    this.works = this.works.slice(count);
    return taken;
  }
}

const deviceIdOf = (work: Work): number => work.message.device.ref.deviceId;

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
