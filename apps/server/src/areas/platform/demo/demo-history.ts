/**
 * Writes thirteen months of readings of the demo fleet with the same statement as live readings,
 * newest day first: the last week is available immediately; the rest follows in the background
 * while the platform is in use. Existing days are skipped, so an interrupted fill resumes.
 */

import { readingAt } from '@busbar/domain/demand/load-profile';
import type { Context } from '../../../context.ts';
import { yieldToEventLoop } from '../../../yield-to-event-loop.ts';
import { markDevice } from '../../shared/table-writers/energy-flag-queries.ts';
import { writeLastSeen } from '../../telemetry/ingest/last-seen-queries.ts';
import type { ReadingRow } from '../../telemetry/ingest/work.ts';
import { writeReadings } from '../../telemetry/ingest/write-readings.ts';
import { type Counter, countersOf, rowOf } from './demo-counters.ts';
import type { DemoCustomer } from './demo-customer.ts';
import { hasReadingAt, readFirstStart } from './demo-queries.ts';
import { isSilent } from './device-past.ts';
import { type HistoryDay, historyDays, READY_DAYS } from './history-span.ts';

/** Batches four times as large are no faster and use 70 MiB more server memory. */
const ROWS_PER_BATCH = 250;

export interface DemoHistory {
  /** Fills the last week; await it before reporting the demo ready. Throws if `signal` aborts. */
  fillRecent(signal?: AbortSignal): Promise<void>;
  /** Fills the rest. Reports the share done, 0 to 1, after each day. Throws if `signal` aborts. */
  fillRest(signal: AbortSignal, report: (done: number) => void): Promise<void>;
}

export async function demoHistory(ctx: Context, demo: DemoCustomer): Promise<DemoHistory> {
  // The history ends where the fleet began to report.
  const created_at = await readFirstStart(ctx.database.db, demo.customerId);
  const counters = await countersOf(ctx, demo, created_at);
  const days = historyDays(demo.fleet.countsFrom, created_at);
  // Includes today, which is split into the last minutes and the time before.
  const atOnce = READY_DAYS + 2;
  const recent = days.slice(0, atOnce);
  const rest = days.slice(atOnce);
  return {
    async fillRecent(signal) {
      let isNew = false;
      for (const day of recent) isNew = (await fillDay(ctx, counters, day, signal)) || isNew;
      if (isNew) await foldAll(ctx, counters);
    },
    async fillRest(signal, report) {
      let isNew = false;
      for (const [index, day] of rest.entries()) {
        const filled = await fillDay(ctx, counters, day, signal);
        isNew ||= filled;
        if (filled) report((index + 1) / rest.length);
      }
      if (isNew) await foldAll(ctx, counters);
    },
  };
}

/**
 * Marks all devices to be folded once, because the days were written newest first, each one before
 * the days already stored.
 */
async function foldAll(ctx: Context, counters: readonly Counter[]): Promise<void> {
  await ctx.database.transaction(async (trx) => {
    for (const { ref } of counters) await markDevice(trx, ref.customerId, ref.deviceId);
  });
}

export function lastSlot({ from, to, intervalMs }: HistoryDay): number {
  return from + Math.floor((to - 1 - from) / intervalMs) * intervalMs;
}

async function isFilled(ctx: Context, counter: Counter, day: HistoryDay): Promise<boolean> {
  // The last device of the last batch represents the day, because a day's batches are written in
  // chronological order.
  return hasReadingAt(ctx.database.db, counter.ref, lastSlot(day));
}

/** Returns false if the day existed already. Throws between two batches if `signal` is aborted. */
async function fillDay(
  ctx: Context,
  counters: readonly Counter[],
  day: HistoryDay,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  signal?.throwIfAborted();
  const last = counters.at(-1);
  if (last === undefined || (await isFilled(ctx, last, day))) return false;
  let batch: ReadingRow[] = [];
  const newest = new Map<number, ReadingRow>();
  const write = async () => {
    signal?.throwIfAborted();
    const rows = batch;
    batch = [];
    if (rows.length === 0) return;
    const stored = await ctx.database.transaction((trx) =>
      writeReadings(trx, rows, ctx.clock.now(), 'later'),
    );
    for (const [deviceId, row] of stored.newest) newest.set(deviceId, row);
    await yieldToEventLoop();
  };
  for (const { load } of counters) {
    signal?.throwIfAborted();
    // Adding up the earlier energy of a meter takes some ten ms, so yield to the event loop after
    // each meter.
    readingAt(load, day.from);
    await yieldToEventLoop();
  }
  for (let at = day.from; at < day.to; at += day.intervalMs) {
    for (const counter of counters) {
      if (isSilent(counter.past, at)) continue;
      batch.push(rowOf(counter, at, day));
      if (batch.length === ROWS_PER_BATCH) await write();
    }
  }
  await write();
  // One row per transaction: the devices may report already, and a batch of theirs locks these rows
  // in another order.
  for (const { device } of newest.values()) {
    await writeLastSeen(ctx.database.db, [{ device, at: Number.NaN }], newest);
  }
  return true;
}
