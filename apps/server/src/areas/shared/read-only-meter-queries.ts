/** Devices on serial lines that have no settings for switching: they can only be read. */
import { sql } from 'kysely';
import type { Executor } from '../../storage/database.ts';

/**
 * True for a device on a serial line, or the DTU itself, that has no settings for switching; `d` is
 * the device and `gateway` its gateway.
 */
export const IS_READ_ONLY = sql<boolean>`(coalesce(gateway.kind, d.kind) = 'dtu'
  and exists (select 1 from serial_line l where l.customer_id = d.customer_id
    and l.device_id = coalesce(d.gateway_id, d.device_id))
  and not exists (select 1 from line_meter m where m.customer_id = d.customer_id
    and m.device_id = d.device_id and m.can_switch))`;

/** Returns those of the devices that can only be read. */
export async function readOnlyMeters(
  executor: Executor,
  customerId: number,
  deviceIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select d.device_id as id from device d
    left join device gateway on gateway.customer_id = d.customer_id
      and gateway.device_id = d.gateway_id
    where d.customer_id = ${customerId} and d.device_id = any(${sql.val([...deviceIds])}::integer[])
      and ${IS_READ_ONLY}`.execute(executor);
  return new Set(rows.map(({ id }) => id));
}
