/** Changes after which a timer table must be sent to its device. */
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { notification, wakeJob } from '../../../wake-job.ts';

export interface TableKey {
  readonly customerId: number;
  /** The device that receives the table: the gateway for a slave, otherwise the device itself. */
  readonly linkId: number;
}

/** Marks the table of a device as changed, so that it is sent to the device. */
export async function markTableChanged(
  trx: Executor,
  { customerId, linkId }: TableKey,
): Promise<void> {
  await sql`
    insert into timer_table (customer_id, device_id, wanted_version, state)
    values (${customerId}, ${linkId}, 1, 'waiting')
    on conflict (customer_id, device_id) do update set
      wanted_version = timer_table.wanted_version + 1, state = 'waiting',
      reason = null, tried_at = null
    returning ${notification('timer-tables')}`.execute(trx);
}

/** Marks the table of a gateway, if it has one, after a slave was removed together with its timers. */
export async function markSlaveRemoved(
  trx: Executor,
  customerId: number,
  gatewayId: number,
): Promise<void> {
  await sql`
    update timer_table set wanted_version = wanted_version + 1, state = 'waiting',
      reason = null, tried_at = null
    where customer_id = ${customerId} and device_id = ${gatewayId}
    returning ${notification('timer-tables')}`.execute(trx);
}

/**
 * Queues the timer table of registered devices, or of the gateways of registered slaves: a device
 * that was registered before may still run the timers of its former registration, of which this
 * customer need not know. Nothing changes for a device that has a table already.
 */
export async function queueFirstTables(
  trx: Executor,
  customerId: number,
  deviceIds: readonly number[],
): Promise<void> {
  await sql`
    insert into timer_table (customer_id, device_id, wanted_version, state)
    select distinct customer_id, coalesce(gateway_id, device_id), 1, 'waiting' from device
    where customer_id = ${customerId} and device_id = any(${[...deviceIds]}::integer[])
      and kind in ('main', 'gateway', 'slave') and protocol = 'busbar' and not simulated
    on conflict do nothing`.execute(trx);
  await wakeJob(trx, 'timer-tables');
}
