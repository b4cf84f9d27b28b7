/** One counted attempt to guess a secret; wraps every password check. */
import { type Outcome, refused } from '@busbar/domain/refusal';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { takePlaces } from '../guessing/throttle.ts';
import { type Place, recordFailures, returnPlaces } from '../guessing/throttle-queries.ts';
import { type HashGate, hashGate } from './hash-gate.ts';

/** Thrown to roll back the transaction if a bucket is full. */
class NoPlace extends Error {}

/** Reserves an attempt in every bucket; returns false if one is full, and charges none then. */
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
  /** Broadest bucket first. */
  readonly places: readonly Place[];
  /** Returns undefined if too many hashes are in progress. */
  readonly validate: () => Promise<boolean | undefined>;
  /** The outcome that is returned after a wrong guess. */
  readonly wrong: Outcome<never>;
  /** Runs after a wrong guess, before the result is returned. */
  readonly noteWrong?: () => Promise<void>;
  /** Runs after a right guess; its result is returned. */
  readonly right: (db: Executor) => Promise<Outcome<T>>;
}

/**
 * Returns `too-many-attempts` if a bucket or the hash gate is full, `wrong` after a wrong guess,
 * otherwise the result of `right`. A right guess releases its reserved attempts; clearing the
 * buckets is the task of `right`.
 */
export async function guess<T>(
  ctx: Context,
  question: Guess<T>,
  gate: HashGate = hashGate,
): Promise<Outcome<T>> {
  const { places } = question;
  const { db } = ctx.database;
  // A flood is rejected before it costs the database anything.
  if (gate.isFull() || !(await charge(ctx, places))) return refused('too-many-attempts');
  let verdict: boolean | undefined;
  try {
    verdict = await question.validate();
  } finally {
    if (verdict === false) await recordFailures(db, places, ctx.clock.now());
    else await returnPlaces(db, places);
  }
  if (verdict === undefined) return refused('too-many-attempts');
  if (verdict) return question.right(db);
  await question.noteWrong?.();
  return question.wrong;
}
