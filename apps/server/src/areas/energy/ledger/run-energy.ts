/** What the clock does for the ledger. */
import { publishAll } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import { claimMarks, passMarks } from './energy-work.ts';
import { dropOldSlots, finishDays } from './finish-days.ts';
import { foldRound } from './fold-round.ts';
import { sumGroupDays } from './group-sums.ts';

/** Summing a large group costs more than folding its news: it takes a tenth of the time at most. */
const SUM_SHARE = 10;

/**
 * How the ledger shares the database and the processor with others. A run ends after some seconds and
 * the next begins at once while there is work; a round is small enough that nothing waits long for
 * its end.
 */
const ROUND = { devices: 2_000, registers: 100_000, registersOfFew: 100_000 } as const;
const MAX_RUN_MS = 3_800;

const nextSum = new WeakMap<Context['database'], number>();

/**
 * Folds what is marked and sums what that changed. Returns when the rest is to be done, epoch ms;
 * undefined when nothing is left.
 */
export async function runEnergy(ctx: Context): Promise<number | undefined> {
  const started = ctx.clock.monotonic();
  const isOver = (): boolean => ctx.clock.monotonic() - started > MAX_RUN_MS;
  let isLeft = true;
  while (!isOver()) {
    const now = ctx.clock.now();
    await ctx.database.transaction((trx) => claimMarks(trx, ROUND.devices, now));
    const folded = await ctx.database.transaction((trx) => foldRound(trx, ROUND, now));
    publishAll(ctx.bus, folded?.messages ?? []);
    const unpassed = folded?.unpassed ?? [];
    if (unpassed.length > 0) {
      await ctx.database.transaction((trx) => passMarks(trx, unpassed, 'wait'));
    }
    // What was marked meanwhile waits for the next run: a round of a few costs as much as of many.
    isLeft = folded?.isAll === false;
    if (!isLeft) break;
  }
  const present = ctx.clock.now();
  const due = nextSum.get(ctx.database) ?? Number.NEGATIVE_INFINITY;
  const begun = ctx.clock.monotonic();
  if (begun < due) return isLeft ? present : present + due - begun;
  // Once at least: news that never end must not keep the sums of groups waiting.
  while ((await ctx.database.transaction(sumGroupDays)) && !isOver()) {
    // Until no day of a group is left.
  }
  const ended = ctx.clock.monotonic();
  nextSum.set(ctx.database, ended + (ended - begun) * (SUM_SHARE - 1));
  return isLeft || isOver() ? present : undefined;
}

/** Days that are over become final. */
export async function finishEnergyDays(ctx: Context): Promise<void> {
  await ctx.database.transaction((trx) => finishDays(trx, ctx.clock.now()));
}

/** Quarter hours that are old go; those of the groups stay. */
export async function dropOldQuarters(ctx: Context): Promise<void> {
  await ctx.database.transaction((trx) => dropOldSlots(trx, ctx.clock.now()));
}
