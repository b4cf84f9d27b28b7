/** History of a device (docs/decisions.md 24): complete, in pages, or thinned for a chart. */
import { isOfHours, timeColumns } from '@busbar/domain/device/time-columns';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { findGroup } from '../../fleet/groups/group-queries.ts';
import { type ColumnMeans, countReadings, readSlice, readThinned } from './history-queries.ts';
import type { HistoryColumn, HistorySpan, HistoryTable } from './history-span.ts';
import type { HistorySlice } from './history-text-queries.ts';
import { readComputedHours } from './made-hour-queries.ts';
import { readThinnedBefore } from './thinning-queries.ts';

export interface HistoryQuery {
  readonly device: string | number;
  /** Group in the request, which is only validated: visibility depends on the device. */
  readonly group: string | number | undefined;
  readonly table: HistoryTable;
  readonly columns: readonly HistoryColumn[];
  /** Start and end of the span, epoch ms, half-open. */
  readonly from: number;
  readonly to: number;
  readonly page: number;
  readonly pageSize: number;
  /** Maximum rows of the whole span, with extremes retained; undefined for an unthinned page. */
  readonly sample: number | undefined;
}

/** Yields slices of a page and returns the number of readings in the whole span. */
export type HistorySlices = AsyncGenerator<HistorySlice, number>;

export interface History {
  readonly slices: HistorySlices;
  /** Means of a thinned history; undefined for a page. */
  readonly means?: ColumnMeans | undefined;
  /** Readings of the span before this time may be quarter hours, epoch ms. */
  readonly thinnedBefore?: number | undefined;
}

export const MAX_ROWS = 100_000;
const MAX_SAMPLES = 20_000;
/** Charts of at least this span may be read from a replica. */
const LONG_SPAN_MS = 2 * 86_400_000;
/**
 * Maximum values of a slice, so that it blocks the event loop for a few ms only: 2,000 rows of 27
 * values and a time.
 */
const SLICE_VALUES = 56_000;
const MAX_SLICE_ROWS = 10_000;

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
  const edge = await readThinnedBefore(db, table);
  const thinnedBefore = edge !== undefined && from < edge ? edge : undefined;
  const span = { customerId, deviceId, table, from, to, thinnedBefore };
  if (query.sample !== undefined) {
    return done({ ...(await thinned(ctx, span, query.columns, query.sample)), thinnedBefore });
  }
  const rest = slices(ctx, span, query);
  // The first slice is read before the response starts, so that an error can still set the status.
  return done({ slices: resumed(await rest.next(), rest), thinnedBefore });
}

/** Reads a page in slices: each is requested while the previous one is written to the client. */
async function* slices(
  ctx: Context,
  span: HistorySpan,
  { columns, page, pageSize }: HistoryQuery,
): HistorySlices {
  const { db } = ctx.database;
  const most = Math.min(MAX_SLICE_ROWS, Math.ceil(SLICE_VALUES / (columns.length + 1)));
  const offset = (page - 1) * pageSize;
  let left = Math.min(pageSize, MAX_ROWS);
  let passed = offset;
  let next = readSlice(db, span, columns, Math.min(left, most), offset);
  for (;;) {
    const slice = await next;
    const rows = slice.times.length;
    const isExhausted = rows < Math.min(left, most);
    left -= rows;
    passed += rows;
    const older = { ...span, to: slice.times.at(-1) ?? span.to };
    if (isExhausted || left === 0) {
      const isBeyond = passed === offset && offset > 0;
      // Rows that were read or skipped are not counted again.
      const known = isBeyond ? 0 : passed;
      const more = isExhausted && !isBeyond ? 0 : await countReadings(db, isBeyond ? span : older);
      if (rows > 0) yield slice;
      return known + more;
    }
    next = readSlice(db, older, columns, Math.min(left, most), 0);
    // The next iteration handles the error; without this handler an abandoned response would end
    // the process.
    next.catch(() => undefined);
    yield slice;
  }
}

async function thinned(
  ctx: Context,
  span: HistorySpan,
  columns: readonly HistoryColumn[],
  sample: number,
): Promise<History> {
  // An interval yields two rows: its minima and its maxima.
  const count = Math.max(1, Math.floor(Math.min(sample, MAX_SAMPLES) / 2));
  const isMeasured = span.table === 'measurement';
  const cut = timeColumns(span, count);
  const { database } = ctx;
  const read = async (db: Executor) => {
    const computed = isMeasured && isOfHours(cut) ? await readComputedHours(db, span) : undefined;
    return readThinned(db, { ...span, computed }, columns, cut);
  };
  // In a chart of hours the newest seconds can be missed; in one of minutes they are awaited.
  const isLong = span.to - span.from >= LONG_SPAN_MS;
  const { extremes, means } = await (isLong ? database.readStale(read) : read(database.db));
  const totalCount = means.readings.reduce((sum, readings) => sum + readings, 0);
  return {
    slices: only(extremes, totalCount),
    // A register only increases, so its mean is meaningless.
    means: isMeasured ? means : undefined,
  };
}

async function* only(slice: HistorySlice, totalCount: number): HistorySlices {
  if (slice.times.length > 0) yield slice;
  return totalCount;
}

async function* resumed(
  first: IteratorResult<HistorySlice, number>,
  rest: HistorySlices,
): HistorySlices {
  if (first.done === true) return first.value;
  yield first.value;
  return yield* rest;
}
