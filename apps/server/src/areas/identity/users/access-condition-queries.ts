/** SQL conditions for a user `u`, its sessions `s` and the counters of failed attempts. */
import { type RawBuilder, sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import { IDLE_MS } from '../../shared/rights/session-condition-queries.ts';
import { LOGIN_OF_ACCOUNT, SECOND_FACTOR } from '../guessing/throttle.ts';
import type { Limit } from '../guessing/throttle-queries.ts';

/** True if session `s` is active. */
export const livesAt = (now: number): RawBuilder<boolean> =>
  sql<boolean>`(s.expires_at > ${instant(now)} and s.last_used_at > ${instant(now - IDLE_MS)})`;

/** Must match the bucket names in `throttle-buckets.ts`, which identify accounts by key hash. */
const OF_PASSWORD = sql`'login:account:' || encode(sha256(convert_to(n.account_key, 'UTF8')), 'hex')`;
const OF_CODE = sql`'code:user:' || u.customer_id || ':' || u.user_id`;

/** True if the next password or code of user `u`, named `n`, would be refused without a check. */
export function refusesAt(now: number): RawBuilder<boolean> {
  const isFull = (
    bucket: RawBuilder<unknown>,
    { failures, quietMs }: Limit,
  ) => sql<boolean>`exists (
    select 1 from throttle t where t.bucket = ${bucket} and (t.blocked_until > ${instant(now)}
      or (t.failures >= ${sql.lit(failures)} and t.window_started_at > ${instant(now - quietMs)})))`;
  return sql<boolean>`(${isFull(OF_PASSWORD, LOGIN_OF_ACCOUNT)} or ${isFull(OF_CODE, SECOND_FACTOR)})`;
}
