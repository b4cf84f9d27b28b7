/**
 * Counters of guesses, in the database so that a restart resets none of them (docs/promises.md T6).
 *
 * A try is paid for before it is judged: taking a place and being refused one is a single
 * statement, so any number of tries at once cannot get past the limit. A try that turned out right,
 * or was never judged, gives its place back. The growing delay is for failures alone: a program
 * that signs in ten times at once with the right password is not slowed down.
 *
 * The count starts anew after a quiet time without a judged failure, not after a fixed window:
 * so no span of that length ever holds more failures than the limit. Tries that were refused a
 * place do not count; nobody is kept out longer by being tried again.
 */
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface Limit {
  /** So many failures; the next try is refused. */
  readonly failures: number;
  readonly quietMs: number;
  /** From this failure on each next try must wait: 1 s, doubling to a quarter of an hour. */
  readonly delayFrom?: number;
}

export interface Place {
  readonly bucket: string;
  readonly limit: Limit;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * docs/promises.md T6: at most 100 guesses in 30 days: 80 from anywhere, 20 kept for a browser the
 * owner has used.
 */
export const LOGIN_OF_ACCOUNT: Limit = { failures: 80, quietMs: 30 * DAY, delayFrom: 5 };
export const LOGIN_OF_KNOWN_BROWSER: Limit = { failures: 20, quietMs: 30 * DAY, delayFrom: 5 };
export const LOGIN_OF_ADDRESS: Limit = { failures: 20, quietMs: 60 * MINUTE };
/** The old password, or the password again: whoever holds a session guesses no more than this. */
export const OWN_PASSWORD: Limit = { failures: 20, quietMs: 30 * DAY, delayFrom: 5 };
/**
 * Three codes in a million are right at any time: 20 guesses are hopeless (docs/promises.md T6).
 */
export const SECOND_FACTOR: Limit = { failures: 20, quietMs: 30 * DAY, delayFrom: 5 };
/** Recovery codes have 74 bits: the limit saves only work, and must not lock the owner out. */
export const RECOVERY_CODE: Limit = { failures: 20, quietMs: 60 * MINUTE };
export const ACTIVATION_OF_ADDRESS: Limit = { failures: 5, quietMs: 15 * MINUTE };
export const ACTIVATION_OF_ALL: Limit = { failures: 20, quietMs: DAY };
/** Every registration counts, so that neither names nor customers can be produced by the thousand. */
export const REGISTRATION_OF_ADDRESS: Limit = { failures: 30, quietMs: 60 * MINUTE };

/** Takes one place; false when there is none at this moment. */
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
 * Takes a place in every bucket or in none. In a transaction, which must be undone when the answer
 * is false. Callers name the buckets in the same order: widest first.
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

/** The try was wrong: the quiet time begins now, and the next one may have to wait. */
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

/** The try was right, or was never judged. */
export async function giveBackPlaces(db: Executor, places: readonly Place[]): Promise<void> {
  await db
    .updateTable('throttle')
    .set({ failures: sql<number>`greatest(failures - 1, 0)` })
    .where('bucket', 'in', namesOf(places))
    .execute();
}

/** Whoever knows the secret starts anew. */
export async function clearPlaces(db: Executor, places: readonly Place[]): Promise<void> {
  await db.deleteFrom('throttle').where('bucket', 'in', namesOf(places)).execute();
}

/** Counters that can no longer refuse anybody. */
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
