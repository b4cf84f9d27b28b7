/** The current state of a device, for a process that received only the id of a changed device. */
import type { DeviceKind } from '@busbar/domain/device/device-type';
import { type Presence, presence } from '@busbar/domain/device/presence';
import { isSwitchAction, type SwitchAction } from '@busbar/domain/switch/switch-action';
import { sql } from 'kysely';
import type { DeviceRef } from '../../../bus.ts';
import type { Executor } from '../../../storage/database.ts';

export interface DeviceUpdate {
  readonly ref: DeviceRef;
  readonly presence: Presence;
  readonly csq: number | null;
  readonly heardAt: number | null;
  readonly action: SwitchAction | undefined;
  readonly switchSince: number | null;
  readonly switchCommandId: string | null;
}

export async function deviceUpdates(
  executor: Executor,
  customerId: number,
  deviceId: number,
  now: number,
): Promise<DeviceUpdate | undefined> {
  const { rows } = await sql<{
    device_code: string;
    kind: DeviceKind;
    group_path: number[];
    expected_interval_s: number;
    connected: boolean | null;
    heard_at: number | null;
    signal_csq: number | null;
    switch_action: string | null;
    switch_since: number | null;
    switch_command_id: string | null;
  }>`
    select d.device_code, d.kind, g.path as group_path, d.expected_interval_s,
      case when d.kind = 'slave' then link.connected else s.connected end as connected,
      s.heard_at, s.signal_csq, s.switch_action,
      coalesce(s.switch_since, s.switch_reported_at) as switch_since, s.switch_command_id
    from device d
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    left join device_state s on s.customer_id = d.customer_id and s.device_id = d.device_id
    left join device_state link
      on link.customer_id = d.customer_id and link.device_id = d.gateway_id
    where d.customer_id = ${customerId} and d.device_id = ${deviceId}
      and d.deleted_at is null`.execute(executor);
  const row = rows[0];
  if (row === undefined) return undefined;
  return {
    ref: { customerId, deviceId, deviceCode: row.device_code, groupPath: row.group_path },
    presence: presence({
      connected: row.connected ?? false,
      heardAt: row.heard_at ?? undefined,
      expectedIntervalS: row.expected_interval_s,
      now,
    }),
    csq: row.signal_csq,
    heardAt: row.heard_at,
    action: isSwitchAction(row.switch_action) ? row.switch_action : undefined,
    switchSince: row.switch_since,
    switchCommandId: row.switch_command_id,
  };
}
