/**
 * Thirteen months of readings of the demo's fleet, written through the same statement as live
 * ones, newest day first: the last week is ready at once, the rest follows behind while the
 * platform is in use. A day that is there already is passed over, so an interrupted filling goes on.
 */
import { readingAt } from '@busbar/domain/demand/load-profile';
import type { Context } from '../../../context.ts';
import { othersFirst } from '../../../others-first.ts';
import { instant } from '../../../storage/column-types.ts';
import { markDevice } from '../../shared/table-writers/mark-energy.ts';
import type { ReadingRow } from '../../telemetry/ingest/work.ts';
import { writeReadings } from '../../telemetry/ingest/write-readings.ts';
import { type Counter, countersOf, rowOf } from './demo-counters.ts';
import type { DemoCustomer } from './demo-customer.ts';
import { isSilent } from './device-past.ts';
import { type HistoryDay, historyDays, READY_DAYS } from './history-span.ts';

/** Four times as many are no faster, and hold 70 MiB more of the server's memory. */
const ROWS_PER_BATCH = 250;

export interface DemoHistory {
  /** The last week, to be awaited before the demo is called ready; throws if `signal` is aborted. */
  fillRecent(signal?: AbortSignal): Promise<void>;
  /** The rest; stops when `signal` says so. Reports the share done, 0 to 1, at each day it filled. */
  fillRest(signal: AbortSignal, report: (done: number) => void): Promise<void>;
}

export async function demoHistory(ctx: Context, demo: DemoCustomer): Promise<DemoHistory> {
  // History ends where the fleet began to speak for itself.
  const { created_at } = await ctx.database.db
    .selectFrom('customer')
    .select('created_at')
    .where('customer_id', '=', demo.customerId)
    .executeTakeFirstOrThrow();
  const counters = await countersOf(ctx, demo, created_at);
  const days = historyDays(demo.fleet.countsFrom, created_at);
  // With them today, and of today the last minutes by themselves.
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
        if (signal.aborted) return;
        const filled = await fillDay(ctx, counters, day);
        isNew ||= filled;
        if (filled) report((index + 1) / rest.length);
      }
      if (isNew) await foldAll(ctx, counters);
    },
  };
}

/** Energy of all that is there, once: the days came newest first, each before what was known. */
async function foldAll(ctx: Context, counters: readonly Counter[]): Promise<void> {
  await ctx.database.transaction(async (trx) => {
    for (const { ref } of counters) await markDevice(trx, ref.customerId, ref.deviceId);
  });
}

function lastSlot({ from, to, intervalMs }: HistoryDay): number {
  return from + Math.floor((to - 1 - from) / intervalMs) * intervalMs;
}

async function isFilled(ctx: Context, counter: Counter, day: HistoryDay): Promise<boolean> {
  // The last device of the last batch stands for the day: batches are written in order of time.
  const row = await ctx.database.db
    .selectFrom('measurement')
    .select('ts')
    .where('customer_id', '=', counter.ref.customerId)
    .where('device_id', '=', counter.ref.deviceId)
    .where('ts', '=', instant(lastSlot(day)))
    .executeTakeFirst();
  return row !== undefined;
}

/** False when the day was there already. Throws between two batches if `signal` is aborted. */
async function fillDay(
  ctx: Context,
  counters: readonly Counter[],
  day: HistoryDay,
  signal?: AbortSignal,
): Promise<boolean> {
  signal?.throwIfAborted();
  const last = counters.at(-1);
  if (last === undefined || (await isFilled(ctx, last, day))) return false;
  let batch: ReadingRow[] = [];
  const write = async () => {
    signal?.throwIfAborted();
    const rows = batch;
    batch = [];
    if (rows.length === 0) return;
    await ctx.database.transaction((trx) => writeReadings(trx, rows, ctx.clock.now(), 'later'));
    await othersFirst();
  };
  for (const { load } of counters) {
    signal?.throwIfAborted();
    // Adding up all that a meter has counted before takes some ten ms: one meter at a time.
    readingAt(load, day.from);
    await othersFirst();
  }
  for (let at = day.from; at < day.to; at += day.intervalMs) {
    for (const counter of counters) {
      if (isSilent(counter.past, at)) continue;
      batch.push(rowOf(counter, at, day));
      if (batch.length === ROWS_PER_BATCH) await write();
    }
  }
  await write();
  return true;
}
