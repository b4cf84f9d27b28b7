/** Reads the contents of the database, table by table. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../src/storage/database.ts';
import type { Schema } from '../../../src/storage/schema/schema.ts';

type TableOfDevice =
  | 'measurement'
  | 'energy_register'
  | 'energy_override'
  | 'reading_conflict'
  | 'clock_error'
  | 'rejected_message'
  | 'device_alarm_event'
  | 'alarm'
  | 'switch_event'
  | 'device_state'
  | 'device_connection'
  | 'line_meter'
  | 'command'
  | 'operation_log';

const ORDER: Record<TableOfDevice, string> = {
  measurement: 'ts',
  energy_register: 'ts',
  energy_override: 'register_ts',
  reading_conflict: 'received_at',
  clock_error: 'ts',
  rejected_message: 'rejected_message_id',
  device_alarm_event: 'device_alarm_event_id',
  alarm: 'alarm_id',
  switch_event: 'switch_event_id',
  device_state: 'device_id',
  device_connection: 'at',
  line_meter: 'device_id',
  command: 'created_at',
  operation_log: 'operation_log_id',
};

/** Returns all rows of the device in the table, oldest first. */
export async function rowsOfDevice(
  database: Database,
  table: TableOfDevice,
  deviceId: number,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where device_id = ${deviceId}
    order by ${sql.ref(ORDER[table])}`.execute(database.db);
  return rows;
}

/** Blocks every writer of readings until the transaction ends, however long it stays idle. */
export async function lockMeasurements(trx: Kysely<Schema>): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  await sql`lock table measurement in access exclusive mode`.execute(trx);
}

/** Makes the database reject any reading with this voltage from now on. */
export async function refuseVoltage(database: Database, voltage: number): Promise<void> {
  await sql`alter table measurement add constraint refused_voltage
    check (voltage_a_v is distinct from ${sql.lit(voltage)})`.execute(database.db);
}
