/** The devices that share the serial line of a gateway or DTU, with their addresses on it. */
import type { LineProtocol } from '@busbar/domain/line/line-form';
import type { FrameAddress, LineDevice } from '@busbar/domain/switch/frame-target';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';

interface LineDeviceRow {
  readonly deviceId: number;
  readonly isInScope: boolean;
  readonly slaveAddress: number | null;
  /** Null if the device has no serial line in its settings. */
  readonly protocol: LineProtocol | null;
  readonly station: string | null;
}

const FRAME_PROTOCOLS = {
  'modbus-rtu': 'modbus',
  'dlt645-2007': 'dlt645',
} as const satisfies Record<LineProtocol, FrameAddress['protocol']>;

/** The device itself and its active slaves, also those outside the scope. */
export async function lineDevices(
  executor: Executor,
  scope: Scope,
  carrierId: number,
): Promise<LineDevice[]> {
  const { rows } = await sql<LineDeviceRow>`
    select d.device_id as "deviceId", g.path @> array[${scope.groupId}::integer] as "isInScope",
      d.slave_address as "slaveAddress", l.protocol, m.station
    from device d
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    left join serial_line l on l.customer_id = d.customer_id and l.device_id = ${carrierId}
    left join line_meter m on m.customer_id = d.customer_id and m.device_id = d.device_id
    where d.customer_id = ${scope.customerId} and d.deleted_at is null
      and (d.device_id = ${carrierId} or (d.gateway_id = ${carrierId} and d.kind = 'slave'))
    order by d.device_id`.execute(executor);
  return rows.map(lineDeviceOf);
}

function lineDeviceOf({ protocol, station, slaveAddress, ...device }: LineDeviceRow): LineDevice {
  const isOnSetLine = protocol !== null;
  return {
    ...device,
    address:
      isOnSetLine && station !== null
        ? { protocol: FRAME_PROTOCOLS[protocol], station }
        : undefined,
    // On a line with settings the number of a slave is a slot, not a station.
    slaveAddress: isOnSetLine ? undefined : (slaveAddress ?? undefined),
  };
}
