/** The current state of devices, for a process that received only the ids of changed devices. */
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

interface UpdateRow {
  readonly customer_id: number;
  readonly device_id: number;
  readonly device_code: string;
  readonly kind: DeviceKind;
  readonly group_path: number[];
  readonly expected_interval_s: number;
  readonly connected: boolean | null;
  readonly heard_at: number | null;
  readonly signal_csq: number | null;
  readonly switch_action: string | null;
  readonly switch_since: number | null;
  readonly switch_command_id: string | null;
}

/** Keys are customer id and device id. Devices that were deleted are left out. */
export async function deviceUpdates(
  executor: Executor,
  keys: readonly (readonly [customerId: number, deviceId: number])[],
  now: number,
): Promise<DeviceUpdate[]> {
  const { rows } = await sql<UpdateRow>`
    select d.customer_id, d.device_id, d.device_code, d.kind, g.path as group_path,
      d.expected_interval_s,
      case when d.kind = 'slave' then link.connected and s.unreachable is not true
        else s.connected end as connected,
      s.heard_at, s.signal_csq, s.switch_action,
      coalesce(s.switch_since, s.switch_reported_at) as switch_since, s.switch_command_id
    from unnest(${keys.map(([customerId]) => customerId)}::int4[],
      ${keys.map(([, deviceId]) => deviceId)}::int4[]) k (customer_id, device_id)
    join device d on d.customer_id = k.customer_id and d.device_id = k.device_id
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    left join device_state s on s.customer_id = d.customer_id and s.device_id = d.device_id
    left join device_state link
      on link.customer_id = d.customer_id and link.device_id = d.gateway_id
    where d.deleted_at is null`.execute(executor);
  return rows.map((row) => updateOf(row, now));
}

function updateOf(row: UpdateRow, now: number): DeviceUpdate {
  return {
    ref: {
      customerId: row.customer_id,
      deviceId: row.device_id,
      deviceCode: row.device_code,
      groupPath: row.group_path,
    },
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
