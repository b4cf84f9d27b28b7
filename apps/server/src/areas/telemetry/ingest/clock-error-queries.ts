/** Queries for readings whose device time was rejected. */

import { CompiledQuery } from 'kysely';
import { float8Array, instantArray, int4Array } from '../../../storage/bulk/array-parameter.ts';
import type { Executor } from '../../../storage/database.ts';
import type { ReadingRow } from './work.ts';

const KNOWN_FOR_MS = 86_400_000;

interface KnownRow {
  position: number;
  measurement_hash: number | null;
  registers_hash: number | null;
}

export async function findKnown(trx: Executor, rows: readonly ReadingRow[]): Promise<KnownRow[]> {
  const result = await trx.executeQuery<KnownRow>(
    CompiledQuery.raw(
      `select sent.position::int4 as position, m.content_hash as measurement_hash,
        e.content_hash as registers_hash
      from unnest($1::int4[], $2::int4[], $3::float8[], $4::timestamptz[])
        with ordinality as sent (customer_id, device_id, device_time_ms, since, position)
      join clock_error c using (customer_id, device_id, device_time_ms)
      left join measurement m
        on m.customer_id = c.customer_id and m.device_id = c.device_id and m.ts = c.ts
      left join energy_register e
        on e.customer_id = c.customer_id and e.device_id = c.device_id and e.ts = c.ts
      where c.ts >= sent.since`,
      [
        int4Array(rows, ({ device }) => device.ref.customerId),
        int4Array(rows, ({ device }) => device.ref.deviceId),
        float8Array(rows, ({ deviceTime }) => deviceTime ?? 0),
        instantArray(rows, ({ at }) => at - KNOWN_FOR_MS),
      ],
    ),
  );
  return result.rows;
}

/** Inserts the device time of each reading for which it was rejected. */
export async function insertClockErrors(trx: Executor, rows: readonly ReadingRow[]): Promise<void> {
  await trx.executeQuery(
    CompiledQuery.raw(
      `insert into clock_error (customer_id, device_id, ts, device_time_ms)
      select * from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::float8[])
      on conflict do nothing`,
      [
        int4Array(rows, ({ device }) => device.ref.customerId),
        int4Array(rows, ({ device }) => device.ref.deviceId),
        instantArray(rows, ({ at }) => at),
        float8Array(rows, ({ deviceTime }) => deviceTime ?? 0),
      ],
    ),
  );
}
