/** Rows of reported switch states: every report once, and the latest one by its time. */
import { sql } from 'kysely';
import type { DeviceRef } from '../../bus.ts';
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import { type CommandRow, commandOfCustomer } from './command-repository.ts';

export interface StoredReport {
  readonly device: DeviceRef;
  readonly action: string;
  readonly at: number;
  readonly receivedAt: number;
  readonly commandId: string | null;
}

/** False when this very report was stored before. */
export async function recordSwitchEvent(trx: Executor, report: StoredReport): Promise<boolean> {
  const inserted = await trx
    .insertInto('switch_event')
    .values({
      customer_id: report.device.customerId,
      device_id: report.device.deviceId,
      occurred_at: instant(report.at),
      received_at: instant(report.receivedAt),
      switch_action: report.action,
      command_id: report.commandId,
    })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'device_id', 'occurred_at', 'switch_action']).doNothing(),
    )
    .returning('switch_event_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** False when a later report is known already. */
export async function recordSwitchState(trx: Executor, report: StoredReport): Promise<boolean> {
  const { rows } = await sql<{ kept: number }>`
    insert into device_state
      (customer_id, device_id, switch_action, switch_reported_at, switch_command_id)
    values (${report.device.customerId}, ${report.device.deviceId}, ${report.action},
      ${instant(report.at)}, ${report.commandId}::uuid)
    on conflict (customer_id, device_id) do update set
      switch_action = excluded.switch_action,
      switch_reported_at = excluded.switch_reported_at,
      switch_command_id = excluded.switch_command_id
    where device_state.switch_reported_at is null
      or device_state.switch_reported_at <= excluded.switch_reported_at
    returning 1 as kept`.execute(trx);
  return rows.length > 0;
}

/** Commands of the device whose outcome is not known; hardly ever more than one. */
export async function unknownCommandsOf(trx: Executor, device: DeviceRef): Promise<CommandRow[]> {
  const ids = await trx
    .selectFrom('command')
    .select('command_id')
    .where('customer_id', '=', device.customerId)
    .where('device_id', '=', device.deviceId)
    .where('state', '=', 'unknown')
    .where('kind', 'in', ['switch', 'slaves'])
    .orderBy('created_at')
    .execute();
  const rows = await Promise.all(
    ids.map(({ command_id }) => commandOfCustomer(trx, device.customerId, command_id)),
  );
  return rows.filter((row) => row !== undefined);
}
