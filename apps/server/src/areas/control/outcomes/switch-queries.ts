/** Rows of reported switch states: every report once, and the one with the latest time. */
import { pickSnakeCase } from '@busbar/domain/key-case';
import { isSwitchAction, type SwitchAction } from '@busbar/domain/switch/switch-action';
import { sql } from 'kysely';
import type { DeviceRef } from '../../../bus.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { queueOne } from '../../messaging/forwarding/forward-queue-queries.ts';

export interface StoredReport {
  readonly device: DeviceRef;
  readonly action: string;
  readonly at: number;
  readonly receivedAt: number;
  readonly commandId: string | null;
}

/** Returns false if the same report was already stored. */
export async function recordSwitchEvent(trx: Executor, report: StoredReport): Promise<boolean> {
  const inserted = await trx
    .insertInto('switch_event')
    .values({
      ...pickSnakeCase(report.device, 'customerId', 'deviceId'),
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
  if (inserted === undefined) return false;
  const { customerId, deviceId } = report.device;
  await queueOne(trx, customerId, 'state', inserted.switch_event_id, report.receivedAt, deviceId);
  return true;
}

/**
 * Returns the time since which the switch has been in the reported position; undefined if a later
 * report is already stored.
 */
export async function recordSwitchState(
  trx: Executor,
  report: StoredReport,
): Promise<number | undefined> {
  const { rows } = await sql<{ since: number }>`
    insert into device_state
      (customer_id, device_id, switch_action, switch_reported_at, switch_since, switch_command_id)
    values (${report.device.customerId}, ${report.device.deviceId}, ${report.action},
      ${instant(report.at)}, ${instant(report.at)}, ${report.commandId}::uuid)
    on conflict (customer_id, device_id) do update set
      switch_action = excluded.switch_action,
      switch_reported_at = excluded.switch_reported_at,
      switch_since = case when device_state.switch_action = excluded.switch_action
        then coalesce(device_state.switch_since, device_state.switch_reported_at)
        else excluded.switch_since end,
      switch_command_id = excluded.switch_command_id
    where device_state.switch_reported_at is null
      or device_state.switch_reported_at <= excluded.switch_reported_at
    returning switch_since as since`.execute(trx);
  return rows[0]?.since;
}

export interface SwitchPosition {
  readonly action: SwitchAction;
  readonly at: number;
  readonly commandId: string | null;
}

/**
 * Recomputes the time since which the switch has been in its position after a late report, which
 * may belong to the current position or to an earlier one. Returns the current position if that
 * time changed.
 */
export async function resolveSwitchSince(
  trx: Executor,
  device: DeviceRef,
): Promise<SwitchPosition | undefined> {
  const events = sql`from switch_event e
    where e.customer_id = s.customer_id and e.device_id = s.device_id
      and e.occurred_at <= s.switch_reported_at`;
  const { rows } = await sql<SwitchPosition>`
    update device_state d set switch_since = s.since
    from (
      select s.customer_id, s.device_id, (
        select min(e.occurred_at) ${events} and e.occurred_at > coalesce(
          (select max(e.occurred_at) ${events} and e.switch_action <> s.switch_action),
          '-infinity')) as since
      from device_state s
      where s.customer_id = ${device.customerId} and s.device_id = ${device.deviceId}) s
    where d.customer_id = s.customer_id and d.device_id = s.device_id
      and d.switch_since is distinct from s.since
    returning d.switch_action as action, d.switch_since as at,
      d.switch_command_id as "commandId"`.execute(trx);
  return rows[0];
}

export interface KnownSwitch {
  readonly action: SwitchAction | undefined;
  /** The command without an outcome; it may be the cause of a new position. */
  readonly commanded: 'open' | 'close' | undefined;
}

export async function knownSwitch(
  executor: Executor,
  { customerId, deviceId }: { readonly customerId: number; readonly deviceId: number },
): Promise<KnownSwitch> {
  const { rows } = await sql<{ action: string | null; commanded: 'open' | 'close' | null }>`
    select s.switch_action as action, (
      select c.switch_order from command c
      where c.customer_id = s.customer_id and c.device_id = s.device_id
        and c.switch_order in ('open', 'close')
        and c.state in ('sent', 'acknowledged', 'unknown') limit 1) as commanded
    from device_state s
    where s.customer_id = ${customerId} and s.device_id = ${deviceId}`.execute(executor);
  const { action, commanded } = rows[0] ?? {};
  return {
    action: isSwitchAction(action) ? action : undefined,
    commanded: commanded ?? undefined,
  };
}
