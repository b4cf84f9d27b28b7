/** One guess at a secret, counted: the frame around every comparison of a password. */
import { type Outcome, refused } from '@busbar/domain/refusal';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { giveBackPlaces, keepPlaces, type Place, takePlaces } from '../guessing/throttle.ts';
import { type HashGate, hashGate } from './hash-gate.ts';

/** Undoes the transaction in which no place was left. */
class NoPlace extends Error {}

/** False when one of the buckets is full; then no bucket was charged. */
export async function charge(ctx: Context, places: readonly Place[]): Promise<boolean> {
  try {
    await ctx.database.transaction(async (trx) => {
      if (!(await takePlaces(trx, places, ctx.clock.now()))) throw new NoPlace();
    });
    return true;
  } catch (error) {
    if (error instanceof NoPlace) return false;
    throw error;
  }
}

export interface Guess<T> {
  /** Widest bucket first. */
  readonly places: readonly Place[];
  /** True, false, or undefined when too many hashes are under way. */
  readonly judge: () => Promise<boolean | undefined>;
  /** What a wrong guess is answered with. */
  readonly wrong: Outcome<never>;
  /** Runs after a wrong guess, before its answer. */
  readonly noteWrong?: () => Promise<void>;
  /** Runs after a right guess; its answer is the guess's. */
  readonly right: (db: Executor) => Promise<Outcome<T>>;
}

/**
 * `too-many-attempts` when a bucket or the hashing is full, `wrong` after a wrong guess, otherwise
 * what `right` answers. Buckets of a right guess get their place back; clearing them is `right`'s.
 */
export async function guess<T>(
  ctx: Context,
  question: Guess<T>,
  gate: HashGate = hashGate,
): Promise<Outcome<T>> {
  const { places } = question;
  const { db } = ctx.database;
  // A flood is turned away before it costs the database anything.
  if (gate.isFull() || !(await charge(ctx, places))) return refused('too-many-attempts');
  let verdict: boolean | undefined;
  try {
    verdict = await question.judge();
  } finally {
    if (verdict === false) await keepPlaces(db, places, ctx.clock.now());
    else await giveBackPlaces(db, places);
  }
  if (verdict === undefined) return refused('too-many-attempts');
  if (verdict) return question.right(db);
  await question.noteWrong?.();
  return question.wrong;
}
