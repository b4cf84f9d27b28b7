/**
 * Counters of failed attempts, stored in the database so that a restart resets none of them
 * (docs/promises.md T6).
 *
 * An attempt is counted before it is checked: taking a place and being refused one is a single
 * statement, so concurrent attempts cannot exceed the limit. An attempt that succeeds, or that is
 * never checked, returns its place. Only failures cause the growing delay, so a program that signs
 * in ten times at once with the right password is not slowed down.
 *
 * The count restarts after a quiet period without a checked failure, not after a fixed window, so
 * no period of that length ever contains more failures than the limit. Refused attempts do not
 * count, so further attempts by others do not extend a lockout.
 */
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface Limit {
  /** Max number of failures; the next attempt is refused. */
  readonly failures: number;
  readonly quietMs: number;
  /** From this failure on, each further attempt must wait: 1 s, doubling up to 15 minutes. */
  readonly delayFrom?: number;
}

export interface Place {
  readonly bucket: string;
  readonly limit: Limit;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * docs/promises.md T6: at most 100 guesses in 30 days, 80 from anywhere and 20 reserved for a
 * browser the owner has used.
 */
export const LOGIN_OF_ACCOUNT: Limit = { failures: 80, quietMs: 30 * DAY, delayFrom: 5 };
export const LOGIN_OF_KNOWN_BROWSER: Limit = { failures: 20, quietMs: 30 * DAY, delayFrom: 5 };
export const LOGIN_OF_ADDRESS: Limit = { failures: 20, quietMs: 60 * MINUTE };
/**
 * Applies to entering the old password or confirming the password, and limits the guesses of a
 * person with a stolen session.
 */
export const OWN_PASSWORD: Limit = { failures: 20, quietMs: 30 * DAY, delayFrom: 5 };
/**
 * Three codes out of a million are valid at any time, so 20 guesses are hopeless (docs/promises.md
 * T6).
 */
export const SECOND_FACTOR: Limit = { failures: 20, quietMs: 30 * DAY, delayFrom: 5 };
/** Recovery codes have 74 bits, so the limit only saves work and must not lock the owner out. */
export const RECOVERY_CODE: Limit = { failures: 20, quietMs: 60 * MINUTE };
export const ACTIVATION_OF_ADDRESS: Limit = { failures: 5, quietMs: 15 * MINUTE };
export const ACTIVATION_OF_ALL: Limit = { failures: 20, quietMs: DAY };
/**
 * Every registration counts, so that neither names nor customers can be created in large numbers.
 */
export const REGISTRATION_OF_ADDRESS: Limit = { failures: 30, quietMs: 60 * MINUTE };

/** Takes one place; returns false if none is free at present. */
async function takePlace(trx: Executor, { bucket, limit }: Place, now: number): Promise<boolean> {
  const quietSince = instant(now - limit.quietMs);
  const isQuiet = sql<boolean>`throttle.window_started_at <= ${quietSince}`;
  const next = sql<number>`(case when ${isQuiet} then 1 else throttle.failures + 1 end)`;
  const taken = await trx
    .insertInto('throttle')
    .values({
      bucket,
      failures: 1,
      window_started_at: instant(now),
    })
    .onConflict((oc) =>
      oc
        .column('bucket')
        .doUpdateSet({
          failures: next,
          window_started_at: sql<
            number & Date
          >`case when ${isQuiet} then ${instant(now)} else throttle.window_started_at end`,
          blocked_until: null,
        })
        .where((eb) =>
          eb.or([
            isQuiet,
            sql<boolean>`throttle.failures < ${limit.failures}::integer
              and coalesce(throttle.blocked_until, '-infinity') <= ${instant(now)}`,
          ]),
        ),
    )
    .returning('failures')
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Takes a place in every bucket or in none. Must run in a transaction that is rolled back if the
 * result is false. All callers pass the buckets in the same order, broadest first.
 */
export async function takePlaces(
  trx: Executor,
  places: readonly Place[],
  now: number,
): Promise<boolean> {
  for (const place of places) {
    if (!(await takePlace(trx, place, now))) return false;
  }
  return true;
}

const namesOf = (places: readonly Place[]): string[] => places.map((place) => place.bucket);

const LONGEST_DELAY_S = 900;

/** Records a failed attempt: the quiet period starts now, and the next attempt may have to wait. */
export async function keepPlaces(
  db: Executor,
  places: readonly Place[],
  now: number,
): Promise<void> {
  for (const { bucket, limit } of places) {
    const over = sql<number>`failures - ${limit.delayFrom ?? null}::integer`;
    const delayS = sql`least(power(2, least(${over}, 20)), ${LONGEST_DELAY_S}::integer)`;
    await db
      .updateTable('throttle')
      .set({
        window_started_at: instant(now),
        blocked_until: sql<null>`case when ${over} >= 0
          then ${instant(now)} + interval '1 second' * ${delayS} end`,
      })
      .where('bucket', '=', bucket)
      .execute();
  }
}

/** Returns the places of an attempt that succeeded or was never checked. */
export async function giveBackPlaces(db: Executor, places: readonly Place[]): Promise<void> {
  await db
    .updateTable('throttle')
    .set({ failures: sql<number>`greatest(failures - 1, 0)` })
    .where('bucket', 'in', namesOf(places))
    .execute();
}

/** Resets the counters after the secret was entered correctly. */
export async function clearPlaces(db: Executor, places: readonly Place[]): Promise<void> {
  await db.deleteFrom('throttle').where('bucket', 'in', namesOf(places)).execute();
}

/** Deletes counters that can no longer refuse an attempt. */
export async function deleteQuietCounters(db: Executor, now: number): Promise<void> {
  await db
    .deleteFrom('throttle')
    .where((eb) =>
      eb.or([
        eb('window_started_at', '<=', instant(now - 31 * DAY)),
        eb.and([
          eb('bucket', 'like', '%:address:%'),
          eb('window_started_at', '<=', instant(now - DAY)),
        ]),
      ]),
    )
    .execute();
}
