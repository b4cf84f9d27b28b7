/**
 * A measurement that arrives days late resets the watermark of its device's hours, in the
 * transaction that stores it, so that every acknowledged reading is included in the hours that
 * charts show.
 */
import { CompiledQuery } from 'kysely';
import { instantArray, int4Array } from '../../../storage/bulk/array-parameter.ts';
import type { Executor } from '../../../storage/database.ts';
import { HOUR } from './hour-statement-queries.ts';

const HOUR_MS = 3_600_000;
/** Age at which measurements are aggregated into hours. */
export const FOLDED_AFTER_MS = 72 * HOUR_MS;
/**
 * Age from which a measurement counts as late. Shorter than `FOLDED_AFTER_MS`: the margin covers
 * readings that are being stored during the aggregation.
 */
const LATE_AFTER_MS = 60 * HOUR_MS;

export interface StoredMeasurement {
  readonly customerId: number;
  readonly deviceId: number;
  /** Epoch ms. */
  readonly at: number;
}

/**
 * Resets the watermarks of late measurements. Locks the row even if its value does not change, and
 * inserts a missing one, so that this waits for an aggregation under way or that aggregation sees
 * these readings. Rows are locked in key order, so that two writers cannot deadlock.
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
