/** The devices on the line of a DTU as a list: the DTU and its slaves. */
import type { Presence } from '@busbar/domain/device/presence';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { PRESENCE_JOINS, presenceAt } from '../devices/presence-queries.ts';

export interface LineMember {
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly name: string;
  /** Null for the DTU. */
  readonly slot: number | null;
  readonly presence: Presence;
  /** Time of the newest reading. */
  readonly measuredAt: number | null;
}

/** Active devices in the scope: the DTU, then its slaves by slot. */
export async function findLineMembers(
  db: Executor,
  scope: Scope,
  dtuId: number,
  now: number,
): Promise<LineMember[]> {
  const { rows } = await sql<LineMember>`
    select device.device_id as "deviceId", device.device_code as "deviceCode", device.name,
      device.slave_address as slot, ${presenceAt(now)} as presence,
      state.measured_at as "measuredAt"
    from device
    join user_group g on g.customer_id = device.customer_id and g.group_id = device.group_id
    ${PRESENCE_JOINS}
    where device.customer_id = ${scope.customerId} and device.deleted_at is null
      and (device.device_id = ${dtuId}
        or (device.gateway_id = ${dtuId} and device.kind = 'slave'))
      and g.path @> array[${scope.groupId}::integer]
    order by device.slave_address nulls first`.execute(db);
  return rows;
}
