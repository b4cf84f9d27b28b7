/** A month of readings with all values, written directly into its partitions. */
import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { beginPartition } from '../../../apps/server/src/storage/partitions.ts';
import {
  energyRegisterColumns,
  measurementColumns,
} from '../../../apps/server/src/storage/reading-columns.ts';

const MONTH = '2024_01';
const BEGIN = Date.UTC(2024, 0, 1);
export const MONTH_MINUTES = 31 * 1440;
const QUARTER = 15;
/** Number of rows per statement, limited by the statement timeout. */
const AT_ONCE = 100_000;

export interface FilledFleet {
  readonly customerId: number;
  /** Id of the first device; those of the others follow it. */
  readonly first: number;
  readonly count: number;
}

/** Stores a reading a minute of each device, and its registers each quarter hour. */
export async function fillMonth(
  database: Database,
  { customerId, first, count }: FilledFleet,
  readings: number,
): Promise<void> {
  const minutes = Math.ceil(readings / count);
  const last = first + count - 1;
  const values = measurementColumns.map((_, i) => `(floor(${i * 90} + random() * 200) / 10)::real`);
  const counted = energyRegisterColumns.slice(0, 10);
  const shown = counted.map((_, i) => `round((1000 + ${i} + n * 0.31)::numeric, 2)`);
  const insert = async (
    table: 'measurement' | 'energy_register',
    columns: readonly string[],
    values: readonly string[],
    every: number,
  ) => {
    const month = `${table}_${MONTH}`;
    await beginPartition(database.db, month);
    const step = Math.max(1, Math.floor(AT_ONCE / count)) * every;
    for (let from = 0; from < minutes; from += step) {
      const to = Math.min(from + step, minutes) - 1;
      await database.db.executeQuery(
        CompiledQuery.raw(
          `insert into ${month} (customer_id, device_id, ts, content_hash, ${columns.join(', ')})
          select $1::int4, d, $3::timestamptz + n * interval '1 minute', hashint8extended(n, d),
            ${values.join(', ')}
          from generate_series($4::int8, $5::int8, $6::int8) n,
            generate_series(${first}, $2::int4) d`,
          [customerId, last, new Date(BEGIN), from, to, every],
        ),
      );
    }
    await database.transaction(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`alter table ${sql.table(table)} attach partition ${sql.table(month)}
        for values from ('2024-01-01Z') to ('2024-02-01Z')`.execute(trx);
    });
  };
  await insert('measurement', measurementColumns, values, 1);
  await insert('energy_register', counted, shown, QUARTER);
}
