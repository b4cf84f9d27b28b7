/** History of a device (decisions 24): paged and whole, or thinned for a chart. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { findDevice } from '../devices/device-lookup.ts';
import { findGroup } from '../groups/group-repository.ts';
import {
  countReadings,
  type HistoryColumn,
  type HistoryRow,
  type HistorySpan,
  type HistoryTable,
  readSlice,
  readThinned,
} from './history-repository.ts';

export interface HistoryQuery {
  readonly device: string | number;
  /** Checked only: the device decides what is seen. */
  readonly group: string | number | undefined;
  readonly table: HistoryTable;
  readonly columns: readonly HistoryColumn[];
  /** Epoch ms, half-open. */
  readonly from: number;
  readonly to: number;
  readonly page: number;
  readonly pageSize: number;
  /** At most so many rows over the whole span, extremes kept; undefined: the page as it is. */
  readonly sample: number | undefined;
}

export interface History {
  /** Readings in the span, whatever part of them is given. */
  readonly totalCount: number;
  readonly rows: AsyncIterable<readonly HistoryRow[]>;
}

export const MOST_ROWS = 100_000;
const MOST_SAMPLES = 20_000;
const SLICE_ROWS = 2_000;

export async function findHistory(
  ctx: Context,
  caller: Caller,
  query: HistoryQuery,
): Promise<Outcome<History>> {
  const { db } = ctx.database;
  if (query.from >= query.to) return refused('range-invalid', 'endTime');
  if (query.group !== undefined && (await findGroup(db, caller, query.group)) === undefined) {
    return refused('not-found', 'groupId');
  }
  const device = await findDevice(db, caller, query.device);
  if (device === undefined) return refused('not-found', 'deviceId');
  const { customerId, deviceId } = device;
  const { table, from, to } = query;
  const span = { customerId, deviceId, table, from, to };
  return done(
    query.sample === undefined
      ? await page(ctx, span, query)
      : await thinned(ctx, span, query.columns, query.sample),
  );
}

async function page(ctx: Context, span: HistorySpan, query: HistoryQuery): Promise<History> {
  const totalCount = await countReadings(ctx.database.db, span);
  const offset = (query.page - 1) * query.pageSize;
  const count = Math.max(0, Math.min(query.pageSize, MOST_ROWS, totalCount - offset));
  const rows = slices(ctx, span, query.columns, offset, count);
  // The first slice is read before anything is answered: what fails, fails with a status.
  const first = await rows.next();
  return { totalCount, rows: first.done === true ? nothing() : resumed(first.value, rows) };
}

/** Each slice is asked for while the one before is being written out. */
async function* slices(
  ctx: Context,
  span: HistorySpan,
  columns: readonly HistoryColumn[],
  offset: number,
  count: number,
): AsyncGenerator<readonly HistoryRow[]> {
  const read = (to: number, left: number, passOver: number) =>
    readSlice(ctx.database.db, { ...span, to }, columns, Math.min(left, SLICE_ROWS), passOver);
  let left = count;
  let next = left > 0 ? read(span.to, left, offset) : Promise.resolve([]);
  while (left > 0) {
    const rows = await next;
    const oldest = rows.at(-1);
    if (oldest === undefined) return;
    left -= rows.length;
    if (left > 0) {
      next = read(oldest.ts, left, 0);
      // Its failure is met at the next turn; without this an abandoned answer would end the process.
      next.catch(() => undefined);
    }
    yield rows;
  }
}

async function thinned(
  ctx: Context,
  span: HistorySpan,
  columns: readonly HistoryColumn[],
  sample: number,
): Promise<History> {
  // Two rows a column: its minima and its maxima.
  const count = Math.max(1, Math.floor(Math.min(sample, MOST_SAMPLES) / 2));
  const columnMs = Math.max(1, Math.ceil((span.to - span.from) / count));
  const { rows, readings } = await readThinned(ctx.database.db, span, columns, columnMs);
  return { totalCount: readings, rows: one(rows) };
}

async function* nothing(): AsyncGenerator<readonly HistoryRow[]> {}

async function* one(rows: readonly HistoryRow[]): AsyncGenerator<readonly HistoryRow[]> {
  yield rows;
}

async function* resumed(
  first: readonly HistoryRow[],
  rest: AsyncGenerator<readonly HistoryRow[]>,
): AsyncGenerator<readonly HistoryRow[]> {
  yield first;
  yield* rest;
}
