/**
 * Request counts per API key, stored in the database so that several processes share one count.
 * Checking the limit and counting the request is a single statement, so concurrent requests cannot
 * exceed the limit.
 */
import { KEY_SECONDS, type KeyLimits, type KeyUse } from '@busbar/domain/access/key-limit';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { isOnNodes } from '../../../storage/distributed/nodes-dialect.ts';

export interface UsedKey {
  readonly customerId: number;
  readonly id: number;
}

const USE_COLUMNS = ['second', 'seconds', 'day', 'used', 'refused'] as const;

/** Returns the count including this request; undefined if the minute or day limit is reached. */
export async function takeRequest(
  db: Executor,
  key: UsedKey,
  limits: KeyLimits,
  time: UseTime,
): Promise<KeyUse | undefined> {
  if (isOnNodes(db)) return countInTwoSteps(db, key, limits, time);
  const { customerId, id } = key;
  const { perMinute, perDay } = limits;
  const { now, today } = time;
  // Shifts the counts by the seconds since the newest one; a process whose clock is behind shifts
  // nothing.
  const moved = sql`(array_fill(0::smallint, array[least(greatest(
      excluded.second - api_key_use.second, 0), ${KEY_SECONDS}::integer)::integer])
    || api_key_use.seconds)[1:${KEY_SECONDS}::integer]`;
  const usedToday = sql<number>`(case when api_key_use.day >= excluded.day
    then api_key_use.used else 0 end)`;
  const zeros = sql`array_fill(0::smallint, array[${KEY_SECONDS - 1}::integer])`;
  return db
    .insertInto('api_key_use')
    .values({
      customer_id: customerId,
      api_key_id: id,
      second: Math.floor(now / 1000),
      seconds: sql<number[]>`array[1::smallint] || ${zeros}`,
      day: today,
      used: 1,
      refused: 0,
    })
    .onConflict((oc) =>
      oc
        .columns(['customer_id', 'api_key_id'])
        .doUpdateSet({
          second: sql<number>`greatest(api_key_use.second, excluded.second)`,
          seconds: sql<number[]>`array[((${moved})[1] + 1)::smallint]
            || (${moved})[2:${KEY_SECONDS}::integer]`,
          day: sql<string>`greatest(api_key_use.day, excluded.day)`,
          used: sql<number>`${usedToday} + 1`,
          refused: sql<number>`case when api_key_use.day >= excluded.day
            then api_key_use.refused else 0 end`,
        })
        .where(
          sql<boolean>`(select sum(n) from unnest(${moved}) as n) < ${perMinute}::integer
            and (${perDay}::integer is null or ${usedToday} < ${perDay}::integer)`,
        ),
    )
    .returning(USE_COLUMNS)
    .executeTakeFirst();
}

interface UseTime {
  /** Epoch ms. */
  readonly now: number;
  readonly today: string;
}

/** The same on Citus, whose inserts cannot sum an array. */
async function countInTwoSteps(
  db: Executor,
  key: UsedKey,
  limits: KeyLimits,
  time: UseTime,
): Promise<KeyUse | undefined> {
  if (!db.isTransaction) {
    return db.transaction().execute((trx) => countInTwoSteps(trx, key, limits, time));
  }
  const { customerId, id } = key;
  const second = Math.floor(time.now / 1000);
  await db
    .insertInto('api_key_use')
    .values({
      customer_id: customerId,
      api_key_id: id,
      second,
      seconds: new Array<number>(KEY_SECONDS).fill(0),
      day: time.today,
      used: 0,
      refused: 0,
    })
    .onConflict((oc) => oc.columns(['customer_id', 'api_key_id']).doNothing())
    .execute();
  const former = await db
    .selectFrom('api_key_use')
    .where('customer_id', '=', customerId)
    .where('api_key_id', '=', id)
    .select(['second', 'seconds', 'day', 'used', 'refused'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  const shift = Math.min(Math.max(second - former.second, 0), KEY_SECONDS);
  const [newest = 0, ...older] = [...new Array<number>(shift).fill(0), ...former.seconds];
  const seconds = [newest, ...older].slice(0, KEY_SECONDS);
  const isToday = former.day >= time.today;
  const used = isToday ? former.used : 0;
  const sum = seconds.reduce((a, b) => a + b, 0);
  if (sum >= limits.perMinute || (limits.perDay !== null && used >= limits.perDay)) {
    return undefined;
  }
  return db
    .updateTable('api_key_use')
    .set({
      second: Math.max(second, former.second),
      seconds: [newest + 1, ...seconds.slice(1)],
      day: isToday ? former.day : time.today,
      used: used + 1,
      refused: isToday ? former.refused : 0,
    })
    .where('customer_id', '=', customerId)
    .where('api_key_id', '=', id)
    .returning(USE_COLUMNS)
    .executeTakeFirst();
}

/** Counts a request over the limit among the day's refused requests. */
export async function countRefused(
  db: Executor,
  { customerId, id }: UsedKey,
  today: string,
): Promise<KeyUse> {
  const isToday = sql<boolean>`day >= ${today}::date`;
  return db
    .updateTable('api_key_use')
    .set({
      used: sql<number>`case when ${isToday} then used else 0 end`,
      refused: sql<number>`case when ${isToday} then refused else 0 end + 1`,
      day: sql<string>`greatest(day, ${today}::date)`,
    })
    .where('customer_id', '=', customerId)
    .where('api_key_id', '=', id)
    .returning(USE_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Maps key id to its use; keys that were never used are absent. */
export async function findKeyUses(
  db: Executor,
  customerId: number,
): Promise<ReadonlyMap<number, KeyUse>> {
  const rows = await db
    .selectFrom('api_key_use')
    .where('customer_id', '=', customerId)
    .select(['api_key_id', ...USE_COLUMNS])
    .execute();
  return new Map(rows.map(({ api_key_id: id, ...use }) => [id, use]));
}
