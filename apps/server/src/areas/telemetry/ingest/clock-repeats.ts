/**
 * A reading whose own time was rejected is stored under its time of arrival, so a repeat of it
 * would get a different time and count as new. Repeats are recognised by the device's own time and
 * the content, for a day: a device that did not get its acknowledgement repeats within minutes, and
 * a clock that starts at 1970 after every power cut reaches the same times again on another day.
 */
import { CompiledQuery } from 'kysely';
import { float8Array, instantArray, int4Array } from '../../../storage/bulk/array-parameter.ts';
import type { Executor } from '../../../storage/database.ts';
import { QUALITY_CLOCK, type ReadingRow } from './work.ts';

const KNOWN_FOR_MS = 86_400_000;

interface KnownRow {
  position: number;
  measurement_hash: number | null;
  registers_hash: number | null;
}

/** Returns the rows without repeats of a stored row or of an earlier row in the list. */
export async function withoutClockRepeats(
  trx: Executor,
  rows: readonly ReadingRow[],
): Promise<readonly ReadingRow[]> {
  const refused = rows.filter(({ quality }) => quality === QUALITY_CLOCK);
  if (refused.length === 0) return rows;
  const repeats = new Set<ReadingRow>();
  const seen = new Set<string>();
  for (const row of refused) {
    const identity = identityOf(row);
    if (seen.has(identity)) repeats.add(row);
    seen.add(identity);
  }
  for (const { position, measurement_hash, registers_hash } of await findKnown(trx, refused)) {
    const row = refused[position - 1]!;
    const sameMeasured = row.measured === undefined || row.measuredHash === measurement_hash;
    const sameRegisters = row.registers === undefined || row.registersHash === registers_hash;
    if (sameMeasured && sameRegisters) repeats.add(row);
  }
  return repeats.size === 0 ? rows : rows.filter((row) => !repeats.has(row));
}

function identityOf(row: ReadingRow): string {
  return [row.device.ref.deviceId, row.deviceTime, row.measuredHash, row.registersHash].join();
}

async function findKnown(trx: Executor, rows: readonly ReadingRow[]): Promise<KnownRow[]> {
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
