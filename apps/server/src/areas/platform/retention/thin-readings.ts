/**
 * Thins old readings to quarter hours and releases their space. Called periodically; runs for a few
 * seconds in small pieces, so that it does not block readings, pages and commands.
 */
import type { Context } from '../../../context.ts';
import { runLimit } from '../../../run-limit.ts';
import { dropPartitions, endsBy, isEmpty, truncateEmpty } from '../../../storage/old-partitions.ts';
import {
  answerTable,
  ensurePartitions,
  hourTable,
  monthOf,
  type Partition,
  quarterTables,
  type RawTable,
  rawTables,
  readPartitions,
  retainedMs,
} from '../../../storage/partitions.ts';
import { yieldToEventLoop } from '../../../yield-to-event-loop.ts';
import { raiseEdge } from './raise-edge.ts';
import { FIRST_PLACE, type Thinned, thinPiece } from './thin-month.ts';
import type { ThinPlace } from './thinning-queries.ts';

const DAY_MS = 86_400_000;
const MAX_RUN_MS = 5_000;
/** A month without raw readings is checked again after this time. */
const LOOK_AGAIN_MS = 3_600_000;

/** Start of each month's next piece, and the time at which a finished month is checked again. */
interface Progress {
  readonly places: Map<string, ThinPlace>;
  readonly lookAt: Map<string, number>;
}
const progressOf = new WeakMap<Context['database'], Progress>();

/** Returns true if the time limit or the stop was reached before the end. */
export async function thinReadings(ctx: Context, stop?: AbortSignal): Promise<boolean> {
  const { database, clock, config } = ctx;
  const progress = progressOf.get(database) ?? { places: new Map(), lookAt: new Map() };
  progressOf.set(database, progress);
  const isOver = runLimit(clock, MAX_RUN_MS, stop);
  const days = {
    measurement: config.retention.readings,
    energy_register: config.retention.registers,
  };
  const partitions = await readPartitions(database.db);
  for (const table of rawTables) {
    const edge = await raiseEdge(ctx, table, days[table]);
    if (edge === undefined) continue;
    for (const month of partitions.filter(endsBy(table, edge))) {
      if (month.detaching || (progress.lookAt.get(month.name) ?? 0) > clock.now()) continue;
      const ended = await thinMonth(ctx, table, month.name, progress.places, isOver);
      if (ended === 'done') {
        await giveBack(ctx, month);
        progress.lookAt.set(month.name, clock.now() + LOOK_AGAIN_MS);
      }
      if (isOver()) return true;
    }
  }
  return false;
}

async function thinMonth(
  ctx: Context,
  table: RawTable,
  month: string,
  places: Map<string, ThinPlace>,
  isOver: () => boolean,
): Promise<Thinned> {
  const { database } = ctx;
  if (await isEmpty(database, month)) return 'done';
  const { start, end } = monthOf(month);
  await ensurePartitions(database, start, end - 1, [quarterTables[table]]);
  let next: Thinned = places.get(month) ?? FIRST_PLACE;
  do {
    next = await thinPiece(ctx, table, month, next);
    if (typeof next === 'string') break;
    places.set(month, next);
    await yieldToEventLoop();
  } while (!isOver());
  // Late readings can be of any device and time, so the next round begins at the first key.
  if (next === 'done') places.delete(month);
  return next;
}

/** Drops an empty month, if it ended more than 400 days ago and receives no further readings. */
async function giveBack(ctx: Context, { name }: Partition): Promise<void> {
  const { database, clock, log } = ctx;
  const isShut = monthOf(name).end <= clock.now() - retainedMs - DAY_MS;
  if (isShut && (await isEmpty(database, name))) {
    await dropPartitions(database, (partition) => partition.name === name);
    log.info({ month: name }, 'a month of readings is thinned and dropped');
  } else if (await truncateEmpty(database, name)) {
    log.info({ month: name }, 'a month of readings is thinned');
  }
}

/** Drops whole months of raw answers of meters that exceed their retention. */
export async function dropOldAnswers({ database, clock, config, log }: Context): Promise<void> {
  const before = clock.now() - config.retention.rawWords * DAY_MS;
  const dropped = await dropPartitions(database, endsBy(answerTable, before));
  if (dropped.length > 0) log.info({ dropped }, 'old months of raw answers dropped');
}

/** Drops whole months of thinned readings that exceed their retention. */
export async function dropOldQuarterHours(ctx: Context): Promise<void> {
  const { database, clock, config, log } = ctx;
  const before = clock.now() - config.retention.quarters * DAY_MS;
  const ends = rawTables.map((table) => endsBy(quarterTables[table], before));
  // Hourly values are retained as long as the readings they were computed from.
  const raw = clock.now() - config.retention.readings * DAY_MS;
  ends.push(endsBy(hourTable, Math.min(before, raw)));
  const dropped = await dropPartitions(database, (partition) =>
    ends.some((isOver) => isOver(partition)),
  );
  if (dropped.length > 0) log.info({ dropped }, 'old months of thinned readings dropped');
}
