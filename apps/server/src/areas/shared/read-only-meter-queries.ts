/**
 * Devices that can only be read: those on serial lines without settings for switching, and channels
 * without an output.
 */
import { sql } from 'kysely';
import type { Executor } from '../../storage/database.ts';

/** True for a device on a serial line, or the DTU itself, that has no settings for switching. */
const IS_LINE_METER = sql<boolean>`coalesce(gateway.kind, d.kind) = 'dtu'
  and exists (select 1 from serial_line l where l.customer_id = d.customer_id
    and l.device_id = coalesce(d.gateway_id, d.device_id))
  and not exists (select 1 from line_meter m where m.customer_id = d.customer_id
    and m.device_id = d.device_id and m.can_switch)`;

/**
 * True for a channel of a device of another manufacturer that has never reported a position, because
 * it is a meter, and for all channels of a device that is registered as a meter.
 */
const IS_CHANNEL_WITHOUT_OUTPUT = sql<boolean>`d.kind = 'slave' and gateway.kind in ('main', 'meter')
  and (gateway.kind = 'meter' or not exists (select 1 from device_state p
    where p.customer_id = d.customer_id and p.device_id = d.device_id
      and p.switch_action is not null))`;

/** `d` is the device and `gateway` its gateway. */
export const IS_READ_ONLY = sql<boolean>`(${IS_LINE_METER} or ${IS_CHANNEL_WITHOUT_OUTPUT})`;

/**
 * Returns those of the devices that can only be read. A device without a gateway is joined as its
 * own, because Citus refuses this condition behind an outer join.
 */
export async function readOnlyMeters(
  executor: Executor,
  customerId: number,
  deviceIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select d.device_id as id from device d
    join device gateway on gateway.customer_id = d.customer_id
      and gateway.device_id = coalesce(d.gateway_id, d.device_id)
    where d.customer_id = ${customerId} and d.device_id = any(${sql.val([...deviceIds])}::integer[])
      and ${IS_READ_ONLY}`.execute(executor);
  return new Set(rows.map(({ id }) => id));
}
