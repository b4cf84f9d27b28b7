/** What the clock does for the ledger. */
import type { Context } from '../../context.ts';
import { dropOldSlots, finishDays } from './finish-days.ts';
import { foldRound } from './fold-round.ts';
import { sumGroupDays } from './group-sums.ts';

/** A run of the job gives way to other jobs after this long; the rest comes with the next. */
const RUN_MS = 4_000;
/** Summing a large group costs more than folding its news: it takes a tenth of the time at most. */
const SUM_SHARE = 10;
/**
 * Registers of one round: 20 ms of the event loop at a time; of the embedded database, which nobody
 * else has meanwhile, 0.1 s.
 */
const ROUND_ROWS = { postgres: 20_000, pglite: 2_000 } as const;

const nextSum = new WeakMap<Context['database'], number>();

/** Folds what is marked and sums what that changed, until nothing is left. */
export async function runEnergy(ctx: Context): Promise<void> {
  const rows = ROUND_ROWS[ctx.database.engine];
  const started = ctx.clock.monotonic();
  const isOver = (): boolean => ctx.clock.monotonic() - started > RUN_MS;
  while (!isOver()) {
    const more = await ctx.database.transaction((trx) => foldRound(trx, rows));
    if (!more) break;
  }
  const due = nextSum.get(ctx.database) ?? Number.NEGATIVE_INFINITY;
  const begun = ctx.clock.monotonic();
  if (begun < due) return;
  while (!isOver() && (await ctx.database.transaction(sumGroupDays))) {
    // Until no day of a group is left.
  }
  const ended = ctx.clock.monotonic();
  nextSum.set(ctx.database, ended + (ended - begun) * (SUM_SHARE - 1));
}

/** Days that are over become final. */
export async function finishEnergyDays(ctx: Context): Promise<void> {
  await ctx.database.transaction((trx) => finishDays(trx, ctx.clock.now()));
}

/** Quarter hours that are old go; those of the groups stay. */
export async function dropOldQuarters(ctx: Context): Promise<void> {
  await ctx.database.transaction((trx) => dropOldSlots(trx, ctx.clock.now()));
}
