/** The scheduled jobs of the ledger. */
import { publishAll } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import { runLimit } from '../../../run-limit.ts';
import { claimMarks, passMarks } from './energy-work-queries.ts';
import { dropOldSlots, finishDays } from './finish-days.ts';
import { foldRound } from './fold-round.ts';
import { sumGroupDays } from './sum-queries.ts';

/** Large-group sums cost more than folding new registers, so they take at most 10% of the time. */
const SUM_SHARE = 10;

/**
 * Limits that let the ledger share the database and the CPU. A run ends after some seconds and the
 * next begins immediately while there is work; a round is small enough that no other work waits
 * long for it.
 */
const ROUND = { devices: 2_000, registers: 100_000, registersOfFew: 100_000 } as const;
const MAX_RUN_MS = 3_800;

const nextSum = new WeakMap<Context['database'], number>();

/**
 * Folds dirty devices and updates the affected sums. Returns the epoch ms at which to continue, or
 * undefined if no work is left. Ends between two rounds when `stop` is aborted.
 */
export async function runEnergy(ctx: Context, stop?: AbortSignal): Promise<number | undefined> {
  const isOver = runLimit(ctx.clock, MAX_RUN_MS, stop);
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
    // Flags set in the meantime wait for the next run, because a round of a few devices costs as
    // much as one of many.
    isLeft = folded?.isAll === false;
    if (!isLeft) break;
  }
  const present = ctx.clock.now();
  if (stop?.aborted === true) return present;
  const due = nextSum.get(ctx.database) ?? Number.NEGATIVE_INFINITY;
  const begun = ctx.clock.monotonic();
  if (begun < due) return isLeft ? present : present + due - begun;
  // Runs at least once, so that continuous input does not starve the group sums.
  while ((await ctx.database.transaction(sumGroupDays)) && !isOver()) {
    // Repeats until no outdated day of a group is left.
  }
  const ended = ctx.clock.monotonic();
  nextSum.set(ctx.database, ended + (ended - begun) * (SUM_SHARE - 1));
  return isLeft || isOver() ? present : undefined;
}

/** Finalizes days that have ended. */
export async function finishEnergyDays(ctx: Context): Promise<void> {
  await ctx.database.transaction((trx) => finishDays(trx, ctx.clock.now()));
}

/** Purges old quarter hours of devices; those of groups are retained. */
export async function dropOldQuarters(ctx: Context): Promise<void> {
  await ctx.database.transaction((trx) => dropOldSlots(trx, ctx.clock.now()));
}
