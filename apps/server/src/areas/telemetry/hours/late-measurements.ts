/**
 * A measurement that comes days late takes the edge of its device's hours back, in the transaction
 * that stores it: no chart shows an hour without a reading that was acknowledged.
 */
import { CompiledQuery } from 'kysely';
import { instantArray, int4Array } from '../../../storage/array-parameter.ts';
import type { Executor } from '../../../storage/database.ts';
import { HOUR } from './hour-sql.ts';

const HOUR_MS = 3_600_000;
/** Hours are made when they are over for so long. */
export const FOLDED_AFTER_MS = 72 * HOUR_MS;
/** Sooner: what is being stored while hours are made is on the safe side of both. */
const LATE_AFTER_MS = 60 * HOUR_MS;

export interface StoredMeasurement {
  readonly customerId: number;
  readonly deviceId: number;
  /** Epoch ms. */
  readonly at: number;
}

/**
 * The row is locked though nothing may be changed in it, and one is made where none is: whoever
 * makes hours at the moment is waited for, or sees these readings. In the order of the key, so that
 * two writers never wait crosswise.
 */
export async function noteLate(
  trx: Executor,
  stored: readonly StoredMeasurement[],
  receivedAt: number,
): Promise<void> {
  const late = stored.filter(({ at }) => at < receivedAt - LATE_AFTER_MS);
  if (late.length === 0) return;
  await trx.executeQuery(
    CompiledQuery.raw(
      `insert into measurement_folded (customer_id, device_id, late_at)
      select c, d, min(t) from unnest($1::int4[], $2::int4[], $3::timestamptz[]) as sent (c, d, t)
      group by c, d order by c, d
      on conflict (customer_id, device_id) do update
        set until = date_bin(${HOUR}, excluded.late_at, timestamptz 'epoch'),
          late_at = excluded.late_at
        where measurement_folded.until > excluded.late_at`,
      [
        int4Array(late, ({ customerId }) => customerId),
        int4Array(late, ({ deviceId }) => deviceId),
        instantArray(late, ({ at }) => at),
      ],
    ),
  );
}
