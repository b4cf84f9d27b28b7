/**
 * Readings that a device repeats after it was deleted and registered again: its former registration
 * has stored and billed them. Only readings from before the registration are compared.
 */
import { CompiledQuery } from 'kysely';
import {
  instantArray,
  int4Array,
  int8Array,
  textArray,
} from '../../../storage/bulk/array-parameter.ts';
import type { Executor } from '../../../storage/database.ts';
import type { TrackedDevice } from '../presence/link-device.ts';

interface ComparedRow {
  readonly row: {
    readonly at: number;
    readonly device: Pick<TrackedDevice, 'ref' | 'registeredAt'>;
  };
  readonly hash: number;
}

export interface ComparedRows<Row> {
  /** Rows that no former registration has stored. */
  readonly fresh: readonly Row[];
  /** Rows that a former registration has stored with different content. */
  readonly conflicts: readonly Row[];
}

export async function compareWithFormer<Row extends ComparedRow>(
  trx: Executor,
  table: 'measurement' | 'energy_register',
  rows: readonly Row[],
): Promise<ComparedRows<Row>> {
  const old = rows.filter(({ row: { at, device } }) => at < (device.registeredAt ?? at));
  if (old.length === 0) return { fresh: rows, conflicts: [] };
  const result = await trx.executeQuery<{ position: number; isSame: boolean }>(
    CompiledQuery.raw(
      `select sent.position::int4 as position,
        bool_or(existing.content_hash = sent.content_hash) as "isSame"
      from unnest($1::int4[], $2::text[], $3::timestamptz[], $4::int8[])
        with ordinality as sent (customer_id, device_code, ts, content_hash, position)
      join device former on former.customer_id = sent.customer_id
        and former.device_code = sent.device_code and former.deleted_at is not null
      join ${table} existing on existing.customer_id = former.customer_id
        and existing.device_id = former.device_id and existing.ts = sent.ts
      group by sent.position`,
      [
        int4Array(old, ({ row }) => row.device.ref.customerId),
        textArray(old, ({ row }) => row.device.ref.deviceCode),
        instantArray(old, ({ row }) => row.at),
        int8Array(old, ({ hash }) => hash),
      ],
    ),
  );
  const known = new Set(result.rows.map(({ position }) => old[position - 1]!));
  const conflicts = result.rows.filter(({ isSame }) => !isSame);
  return {
    fresh: known.size === 0 ? rows : rows.filter((row) => !known.has(row)),
    conflicts: conflicts.map(({ position }) => old[position - 1]!),
  };
}
