/** Counters of failed attempts (see throttle.ts). */

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

export const DAY = 86_400_000;

/** Reserves one attempt in the bucket; returns false if the bucket accepts none at present. */
export async function takePlace(
  trx: Executor,
  { bucket, limit }: Place,
  now: number,
): Promise<boolean> {
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

const namesOf = (places: readonly Place[]): string[] => places.map((place) => place.bucket);

const LONGEST_DELAY_S = 900;

/** Records a failed attempt: the quiet period starts now, and the next attempt may have to wait. */
export async function recordFailures(
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
          then to_timestamp(${now / 1000}::float8 + ${delayS}) end`,
      })
      .where('bucket', '=', bucket)
      .execute();
  }
}

/** Releases the places reserved for an attempt that succeeded or was never checked. */
export async function returnPlaces(db: Executor, places: readonly Place[]): Promise<void> {
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
