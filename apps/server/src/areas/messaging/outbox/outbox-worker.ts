/**
 * Processes the outbox (docs/promises.md D4): claims due items under a lease, in small bounded
 * rounds, and sends each item separately, so that a slow receiver delays only its own items. Items
 * claimed by a process that was killed are claimed by another when the lease expires, or by its
 * successor immediately if there can be no other process. Every item is sent at least once. The
 * outbox never contains commands, because a command must expire and an outbox retries.
 */
import type { Context } from '../../../context.ts';
import { scheduleJobs } from '../../../schedule-jobs.ts';
import { nextRunIn } from '../../../scheduled-job.ts';
import type { OutboxChannel } from '../../../storage/schema/schema.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { Circuits } from './circuit.ts';
import {
  completeItem,
  endAllLeases,
  nextDue,
  type OutboxItem,
  type Settlement,
  takeDue,
} from './outbox-queries.ts';
import { isDead, pauseAfter } from './retry-rule.ts';
import type { Sender, SendResult } from './sender.ts';

/** Polling interval in case a wake-up was lost. */
const LOOK_EVERY_MS = 30_000;
const RETRY_MS = 1_000;
/** Longer than the max duration of any sender. */
const LEASE_MS = 60_000;
const AT_ONCE = 32;
const PER_CUSTOMER = 4;

/** Result if another item is already trying a receiver that did not respond before. */
const NOT_TRIED: SendResult = { ok: false, error: 'receiver-down', blame: 'later' };

export type Senders = Readonly<Record<OutboxChannel, Sender>>;

export interface OutboxParts {
  readonly senders: Senders;
  /**
   * Adds items that can only be created now; called before each poll. Returns false if an item
   * could not be created and must be retried.
   */
  prepare(): Promise<boolean>;
}

/** Starts the worker and returns a function that stops it and releases the items in progress. */
export async function startOutbox(ctx: Context, parts: OutboxParts): Promise<() => Promise<void>> {
  const worker = new OutboxWorker(ctx, parts);
  if (ctx.database.isExclusive) await endAllLeases(ctx.database.db);
  const jobs = await scheduleJobs(ctx, [
    { name: 'outbox', everyMs: LOOK_EVERY_MS, gapMs: 0, run: () => worker.look() },
  ]);
  worker.onFreed(() => jobs.wake('outbox'));
  return async () => {
    worker.abort();
    await jobs.stop();
    await worker.stop();
  };
}

class OutboxWorker {
  readonly #ctx: Context;
  readonly #parts: OutboxParts;
  readonly #circuits = new Circuits();
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #freed: () => void = () => undefined;

  constructor(ctx: Context, parts: OutboxParts) {
    this.#ctx = ctx;
    this.#parts = parts;
  }

  /** `listener` is called when an item is completed and there is capacity for another. */
  onFreed(listener: () => void): void {
    this.#freed = listener;
  }

  /**
   * Claims due items and starts to send them; must not be called concurrently. Returns the time at
   * which the next item is due.
   */
  async look(): Promise<number | undefined> {
    const isPrepared = await this.#parts.prepare();
    const most = AT_ONCE - this.#underWay.size;
    // The completion of an item triggers the next poll.
    if (most <= 0 || this.#stopping.signal.aborted) return undefined;
    const { database, processId } = this.#ctx;
    const { items, next } = await database.transaction(async (trx) => {
      const now = await readDatabaseTime(this.#ctx, trx);
      const closed = this.#circuits.closedTo(now);
      const items = await takeDue(trx, {
        takenBy: processId,
        now,
        leaseMs: LEASE_MS,
        most,
        perCustomer: PER_CUSTOMER,
        closed,
      });
      const due = await nextDue(trx, closed);
      const reopens = this.#circuits.nextOpening() ?? Number.POSITIVE_INFINITY;
      const next = Math.min(due ?? Number.POSITIVE_INFINITY, reopens);
      return { items, next: Number.isFinite(next) ? next - now : undefined };
    });
    for (const item of items) this.#begin(item);
    return nextRunIn(this.#ctx, isPrepared ? next : Math.min(next ?? RETRY_MS, RETRY_MS));
  }

  abort(): void {
    this.#stopping.abort();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #begin(item: OutboxItem): void {
    const run: Promise<void> = this.#run(item)
      .catch((error: unknown) =>
        // The lease expires and the item is sent again.
        this.#ctx.log.warn(
          { err: error, outbox: item.outboxId },
          'the result of an item could not be stored',
        ),
      )
      .finally(() => {
        this.#underWay.delete(run);
        this.#freed();
      });
    this.#underWay.add(run);
  }

  async #run(item: OutboxItem): Promise<void> {
    const isTried = this.#circuits.begin(item.receiver);
    try {
      const result = isTried ? await this.#send(item) : NOT_TRIED;
      const { database, processId } = this.#ctx;
      await database.transaction(async (trx) => {
        const now = await readDatabaseTime(this.#ctx, trx);
        const settlement = this.#validate(item, result, now);
        const isOurs = await completeItem(trx, item, processId, settlement, now);
        if (isOurs) await result.settled?.(trx, settlement.state);
      });
    } finally {
      if (isTried) this.#circuits.end(item.receiver);
    }
  }

  async #send(item: OutboxItem): Promise<SendResult> {
    try {
      return await this.#parts.senders[item.channel].send(this.#ctx, item, this.#stopping.signal);
    } catch (error) {
      this.#ctx.log.warn({ err: error, outbox: item.outboxId }, 'an item could not be sent');
      return { ok: false, error: 'failed', blame: 'later' };
    }
  }

  #validate(item: OutboxItem, result: SendResult, now: number): Settlement {
    const { ok, error = 'failed', blame } = result;
    if (ok) {
      this.#circuits.succeeded(item.receiver);
      return { state: 'done' };
    }
    if (blame === 'stopped') return { state: 'waiting', dueAt: now, error: null };
    if (result === NOT_TRIED) {
      return { state: 'waiting', dueAt: now, error: 'receiver-down', isTried: false };
    }
    if (blame === 'off') return { state: 'held' };
    if (blame === 'down') this.#circuits.failed(item.receiver, now);
    else this.#circuits.succeeded(item.receiver);
    if (blame === 'never' || isDead(item.attempts, item.triedSince, now)) {
      return { state: 'dead', error };
    }
    const chance = this.#ctx.random.bytes(1).readUInt8() / 255;
    return { state: 'waiting', dueAt: now + pauseAfter(item.attempts, chance), error };
  }
}
