/** Inserts into the two tables of readings: many rows per statement, each key once. */

import { measurementOf } from '@busbar/domain/device/measured-values';
import { REGISTER_ORDER } from '@busbar/domain/device/measurement';
import { CompiledQuery } from 'kysely';
import {
  float4Array,
  instantArray,
  int2Array,
  int4Array,
  int8Array,
  numericArray,
  textArray,
} from '../../../storage/bulk/array-parameter.ts';
import type { Executor } from '../../../storage/database.ts';
import { energyRegisterColumns, measurementColumns } from '../../../storage/reading-columns.ts';
import type { ReadingRow } from './work.ts';

/** A reading to be inserted into a table, with the hash of its content for that table. */
export interface KeyedRow {
  readonly row: ReadingRow;
  readonly hash: number;
}

interface Column {
  readonly name: string;
  readonly type: 'real' | 'numeric';
  readonly parameter: Buffer | string;
}

const keyNames = ['customer_id', 'device_id', 'ts', 'quality', 'content_hash'];

const keyTypes = ['int4', 'int4', 'timestamptz', 'int2', 'int8'];

function keyParameters(rows: readonly KeyedRow[]): Buffer[] {
  return [
    int4Array(rows, ({ row }) => row.device.ref.customerId),
    int4Array(rows, ({ row }) => row.device.ref.deviceId),
    instantArray(rows, ({ row }) => row.at),
    int2Array(rows, ({ row }) => row.quality),
    int8Array(rows, ({ hash }) => hash),
  ];
}

/** What happens to a row that exists: it is left as it is, or gets these values. */
type Existing = 'unchanged' | 'replaced';

/** Number of the new rows and, if requested, the `rowKey` of each. */
export interface Inserted {
  readonly count: number;
  readonly keys: ReadonlySet<string>;
}

export function rowKey(deviceId: number, at: number): string {
  return `${deviceId}:${at}`;
}

/** Inserts measurements. */
export async function insertMeasurements(
  trx: Executor,
  rows: readonly KeyedRow[],
  wantsKeys: boolean,
  existing: Existing = 'unchanged',
): Promise<Inserted> {
  const columns = measurementColumns.map(
    (name, position): Column => ({
      name,
      type: 'real',
      parameter: float4Array(rows, ({ row }) => row.measured![position]!),
    }),
  );
  return insertRows(trx, 'measurement', rows, columns, wantsKeys, existing);
}

/** Like `insertMeasurements`; only registers that occur in the rows are inserted as columns. */
export async function insertRegisters(
  trx: Executor,
  rows: readonly KeyedRow[],
  wantsKeys: boolean,
  existing: Existing = 'unchanged',
): Promise<Inserted> {
  const columns = REGISTER_ORDER.flatMap((field, i): Column[] =>
    existing === 'replaced' || rows.some(({ row }) => row.registers?.[field] !== undefined)
      ? [
          {
            name: energyRegisterColumns[i]!,
            type: 'numeric',
            parameter: numericArray(rows, ({ row }) => row.registers?.[field]),
          },
        ]
      : [],
  );
  return insertRows(trx, 'energy_register', rows, columns, wantsKeys, existing);
}

async function insertRows(
  trx: Executor,
  table: 'measurement' | 'energy_register',
  rows: readonly KeyedRow[],
  columns: readonly Column[],
  wantsKeys: boolean,
  existing: Existing,
): Promise<Inserted> {
  const names = [...keyNames, ...columns.map(({ name }) => name)];
  const types = [...keyTypes, ...columns.map(({ type }) => type)];
  const parameters = [...keyParameters(rows), ...columns.map(({ parameter }) => parameter)];
  const result = await trx.executeQuery<{ device_id: number; ts: number }>(
    CompiledQuery.raw(
      `insert into ${table} (${names.join(', ')})
      select * from unnest(${types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')})
      on conflict ${existing === 'replaced' ? replacing(columns) : 'do nothing'}${wantsKeys ? ' returning device_id, ts' : ''}`,
      parameters,
    ),
  );
  return {
    count: Number(result.numAffectedRows ?? 0n),
    keys: new Set(wantsKeys ? result.rows.map((row) => rowKey(row.device_id, row.ts)) : []),
  };
}

function replacing(columns: readonly Column[]): string {
  const names = ['content_hash', ...columns.map(({ name }) => name)];
  return `(customer_id, device_id, ts) do update
    set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`;
}

/** Returns the rows whose key exists in the table with different content. */
export async function findConflicts(
  trx: Executor,
  table: 'measurement' | 'energy_register',
  rows: readonly KeyedRow[],
): Promise<KeyedRow[]> {
  const [customers, devices, times, , hashes] = keyParameters(rows);
  const result = await trx.executeQuery<{ position: number }>(
    CompiledQuery.raw(
      `select sent.position::int4 as position
      from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::int8[])
        with ordinality as sent (customer_id, device_id, ts, content_hash, position)
      join ${table} existing using (customer_id, device_id, ts)
      where existing.content_hash <> sent.content_hash`,
      [customers, devices, times, hashes],
    ),
  );
  return result.rows.map(({ position }) => rows[position - 1]!);
}

export async function insertConflicts(
  trx: Executor,
  table: 'measurement' | 'energy_register',
  rows: readonly KeyedRow[],
  receivedAt: number,
): Promise<void> {
  await trx.executeQuery(
    CompiledQuery.raw(
      `insert into reading_conflict
        (customer_id, device_id, ts, content_hash, content, received_at)
      select c, d, t, h, x::jsonb, $6
      from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::int8[], $5::text[])
        as sent (c, d, t, h, x)
      on conflict do nothing`,
      [
        int4Array(rows, ({ row }) => row.device.ref.customerId),
        int4Array(rows, ({ row }) => row.device.ref.deviceId),
        instantArray(rows, ({ row }) => row.at),
        int8Array(rows, ({ hash }) => hash),
        textArray(rows, ({ row }) => JSON.stringify(contentOf(table, row))),
        new Date(receivedAt),
      ],
    ),
  );
}

function contentOf(table: 'measurement' | 'energy_register', row: ReadingRow): object {
  return table === 'measurement'
    ? { measurement: row.measured && measurementOf(row.measured) }
    : { registers: row.registers };
}
