/**
 * Builds the records of a batch from stored rows, with wire names. Each record has a stable id, so
 * that a receiver can detect duplicates. Rows that were purged in the meantime (retention) are left
 * out.
 */
import { wireNameOfAlarmType } from '@busbar/device-protocol/up/alarm-names';
import { MEASUREMENT_ORDER, REGISTER_ORDER } from '@busbar/domain/device/measurement';
import { MEASUREMENT_WIRE_NAMES, REGISTER_WIRE_NAMES } from '@busbar/domain/device/wire-names';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { energyRegisterColumns, measurementColumns } from '../../../storage/reading-columns.ts';
import type { ReadingKey } from './forward-queue-queries.ts';

export interface ForwardRecord {
  readonly kind: 'reading' | 'state' | 'alarm';
  readonly id: string;
  readonly device_code: string;
  readonly ts: number;
  readonly [field: string]: unknown;
}

export interface QueuedAlarm {
  readonly newsId: number;
  readonly alarmId: number;
  readonly what: string;
  readonly at: number;
  readonly deviceCode: string;
  readonly type: string;
  /** Absent in rows queued by an earlier version. */
  readonly detail?: string;
  readonly alarmKind: string;
  readonly phase: string;
  readonly value: number | null;
  readonly limit: number | null;
  readonly openedAt: number;
}

type Row = { readonly position: number; readonly code: string } & Record<string, unknown>;

const VALUES = [
  ...measurementColumns.map((column, i) => ({
    column: `m.${column}`,
    name: MEASUREMENT_WIRE_NAMES[MEASUREMENT_ORDER[i]!],
  })),
  ...energyRegisterColumns.map((column, i) => ({
    column: `e.${column}`,
    name: REGISTER_WIRE_NAMES[REGISTER_ORDER[i]!],
  })),
];
const valueColumns = sql.raw(VALUES.map(({ column, name }) => `${column} as "${name}"`).join(', '));

/** Returns the records in the order of the keys; undefined if the reading no longer exists. */
export async function readingRecords(
  db: Executor,
  customerId: number,
  keys: readonly ReadingKey[],
): Promise<(ForwardRecord | undefined)[]> {
  const devices = keys.map(([device]) => device);
  const times = keys.map(([, ts]) => new Date(ts).toISOString());
  const { rows } = await sql<Row>`
    select k.position::int4 as position, d.device_code as code,
      coalesce(m.quality, e.quality) as quality, ${valueColumns}
    from unnest(${devices}::int4[], ${times}::timestamptz[])
      with ordinality as k (device_id, ts, position)
    join device d on d.customer_id = ${customerId} and d.device_id = k.device_id
    left join measurement m on m.customer_id = ${customerId}
      and m.device_id = k.device_id and m.ts = k.ts
    left join energy_register e on e.customer_id = ${customerId}
      and e.device_id = k.device_id and e.ts = k.ts
    where m.ts is not null or e.ts is not null`.execute(db);
  const records: (ForwardRecord | undefined)[] = keys.map(() => undefined);
  for (const row of rows) {
    const [deviceId, ts] = keys[row.position - 1]!;
    const values: Record<string, number> = {};
    for (const { name } of VALUES) {
      const value = row[name];
      // Registers are decimal text; the values that devices send fit into a number.
      if (value !== null && value !== undefined) values[name] = Number(value);
    }
    records[row.position - 1] = {
      kind: 'reading',
      id: `reading:${deviceId}:${ts}`,
      device_code: row.code,
      ts,
      quality: QUALITIES[Number(row.quality)] ?? 'device',
      values,
    };
  }
  return records;
}

/** Source of the timestamp of a reading: `measurement.quality`. */
const QUALITIES = ['device', 'arrival', 'clock'];

export async function stateRecords(
  db: Executor,
  customerId: number,
  ids: readonly number[],
): Promise<(ForwardRecord | undefined)[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('switch_event as s')
    .innerJoin('device as d', (join) =>
      join.onRef('d.customer_id', '=', 's.customer_id').onRef('d.device_id', '=', 's.device_id'),
    )
    .where('s.customer_id', '=', customerId)
    .where('s.switch_event_id', 'in', [...ids])
    .select([
      's.switch_event_id as id',
      'd.device_code as code',
      's.occurred_at as at',
      's.switch_action as action',
      's.command_id as commandId',
    ])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    return (
      row && {
        kind: 'state',
        id: `state:${id}`,
        device_code: row.code,
        ts: row.at,
        status: `switch:${row.action}`,
        command_id: row.commandId,
      }
    );
  });
}

export function alarmRecord(alarm: QueuedAlarm): ForwardRecord {
  return {
    kind: 'alarm',
    id: `alarm:${alarm.newsId}`,
    ts: alarm.at,
    type: wireNameOfAlarmType(alarm.type),
    detail: alarm.detail ?? '',
    ...pickSnakeCase(alarm, 'deviceCode', 'what', 'alarmId', 'alarmKind', 'openedAt'),
    ...pickSnakeCase(alarm, 'phase', 'value', 'limit'),
  };
}
