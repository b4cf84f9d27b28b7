/** Registered slaves of a gateway, and the last change to its slots. */
import type { Presence } from '@busbar/domain/device/presence';
import type { CommandState } from '@busbar/domain/switch/command-state';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { PRESENCE_JOINS, presenceAt } from '../../fleet/devices/presence-queries.ts';

export interface RegisteredSlave {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly slave_address: number;
  readonly group_id: number;
  readonly group_name: string;
  readonly rate_id: number;
  readonly place: string;
  readonly presence: Presence;
  readonly heard_at: number | null;
  /** True if the slave is in the caller's group or below. */
  readonly visible: boolean;
}

/** Active slaves of the gateway, including those in groups outside the caller's scope. */
export async function registeredSlaves(
  db: Executor,
  scope: Scope,
  gatewayId: number,
  now: number,
): Promise<RegisteredSlave[]> {
  const { rows } = await sql<RegisteredSlave>`
    select device.device_id as id, device.device_code as code, device.name, device.slave_address,
      device.group_id, g.name as group_name, device.rate_id, device.address as place,
      ${presenceAt(now)} as presence, state.heard_at,
      g.path @> array[${scope.groupId}::integer] as visible
    from device
    join user_group g on g.customer_id = device.customer_id and g.group_id = device.group_id
    ${PRESENCE_JOINS}
    where device.customer_id = ${scope.customerId} and device.gateway_id = ${gatewayId}
      and device.deleted_at is null and device.slave_address is not null
    order by device.slave_address`.execute(db);
  return rows;
}

export interface LastChange {
  readonly command_id: string;
  readonly state: CommandState;
  readonly reason: string | null;
  readonly detail: string | null;
  readonly at: number;
}

export async function lastChange(
  db: Executor,
  customerId: number,
  gatewayId: number,
): Promise<LastChange | undefined> {
  const { rows } = await sql<LastChange>`
    select c.command_id, c.state, c.reason, c.detail,
      (select max(t.at) from command_transition t
        where t.customer_id = c.customer_id and t.command_id = c.command_id) as at
    from command c
    where c.customer_id = ${customerId} and c.device_id = ${gatewayId} and c.kind = 'write'
      and c.args ->> 'what' = 'slaveControl'
    order by c.created_at desc limit 1`.execute(db);
  return rows[0];
}
