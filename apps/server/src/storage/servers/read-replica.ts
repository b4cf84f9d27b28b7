/**
 * A replica for reads that may be some seconds old (docs/adr/0060). It is used while it is reachable
 * and has replayed what the primary had written a limited time ago.
 */
import type { Pool } from 'pg';
import type { Clock } from '../../clock.ts';
import { createPool } from '../connection/connection-pool.ts';
import type { StorageLog } from '../database.ts';
import { reasonOf } from '../database-unavailable.ts';
import { readPrimaryPosition, readReplayedPosition } from './wal-position.ts';

const MAX_CONNECTIONS = 4;
export const CHECK_INTERVAL_MS = 5_000;

export interface ReadReplicaOptions {
  readonly url: string;
  readonly maxLagS: number;
  readonly primary: Parameters<typeof readPrimaryPosition>[0];
  readonly clock: Clock;
  readonly log: StorageLog;
}

/** A position of the primary in its write-ahead log, and the time by which it was reached. */
interface Sample {
  readonly at: number;
  readonly position: bigint;
}

export class ReadReplica {
  readonly pool: Pool;
  readonly #options: ReadReplicaOptions;
  readonly #stop: () => void;
  /** Oldest first; the first one has been replayed, if any has. */
  #samples: Sample[] = [];
  #fault: string | undefined;
  #isChecking = false;

  constructor(options: ReadReplicaOptions) {
    this.#options = options;
    this.pool = createPool(options.url, MAX_CONNECTIONS, options.log);
    this.#stop = options.clock.every(CHECK_INTERVAL_MS, () => void this.check());
  }

  /** One sentence on why the primary is used instead; undefined while the replica is used. */
  get fault(): string | undefined {
    return this.#fault;
  }

  async check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      this.#set(await this.#findFault());
    } catch (error) {
      this.lose(error);
    } finally {
      this.#isChecking = false;
    }
  }

  /** Uses the primary until the next successful check. */
  lose(error: unknown): void {
    this.#set(reasonOf(error), error);
  }

  async close(): Promise<void> {
    this.#stop();
    await this.pool.end();
  }

  /**
   * Measures the lag by positions that the primary had at known times of this process: the clocks
   * of the servers do not matter, an idle primary causes no lag, and a replica that receives
   * nothing falls behind.
   */
  async #findFault(): Promise<string | undefined> {
    const { url, maxLagS, primary, clock } = this.#options;
    const at = clock.monotonic();
    const position = await readPrimaryPosition(primary).catch(() => undefined);
    if (position !== undefined) this.#samples.push({ at, position });
    const replayed = await readReplayedPosition(url).finally(() => this.#dropOld(at));
    if (replayed === undefined) return 'is no replica';
    const newest = this.#samples.findLastIndex((sample) => sample.position <= replayed);
    const lagMs = newest < 0 ? Number.POSITIVE_INFINITY : at - this.#samples[newest]!.at;
    if (newest > 0) this.#samples.splice(0, newest);
    if (lagMs <= maxLagS * 1_000) return undefined;
    return `is more than ${maxLagS} s behind the primary`;
  }

  /** Retains what a check compares, however long the replica is away. */
  #dropOld(now: number): void {
    const since = now - this.#options.maxLagS * 1_000 - CHECK_INTERVAL_MS;
    this.#samples = this.#samples.filter(({ at }) => at >= since);
  }

  /** `reason` is a predicate without addresses and names, because `/health/ready` is public. */
  #set(reason: string | undefined, err?: unknown): void {
    const fault =
      reason === undefined
        ? undefined
        : `The replica in DATABASE_READ_URL ${reason}; reports and charts read from the primary.`;
    const isChange = (fault === undefined) !== (this.#fault === undefined);
    this.#fault = fault;
    if (!isChange) return;
    const { log } = this.#options;
    if (fault !== undefined) log.warn({ err }, fault);
    else log.info({}, 'reports and charts read from the replica in DATABASE_READ_URL again');
  }
}
