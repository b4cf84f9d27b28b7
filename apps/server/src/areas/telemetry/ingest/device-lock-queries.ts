/**
 * Ensures that states, alarms, replies and `info` of one device are applied by one transaction at a
 * time. With an external broker two processes can receive messages of one device simultaneously:
 * the start and the end of an alarm, applied concurrently, would leave it open forever.
 */
import { sql } from 'kysely';
import { PAIR_LOCKS } from '../../../storage/advisory-locks.ts';
import type { Executor } from '../../../storage/database.ts';
import type { Work } from './work.ts';

/**
 * Locks the devices of a batch. Must be the first lock of the transaction; devices are locked in
 * the order of their ids to avoid deadlocks.
 */
export async function lockDevices(trx: Executor, batch: readonly Work[]): Promise<void> {
  const ids = new Set<number>();
  for (const { message, alarms, clockTransitions, ruleTransitions, states, reply, info } of batch) {
    if (reply !== undefined || info !== undefined) ids.add(message.device.ref.deviceId);
    for (const { device } of alarms) ids.add(device.ref.deviceId);
    for (const { device } of clockTransitions) ids.add(device.ref.deviceId);
    for (const { device } of ruleTransitions) ids.add(device.ref.deviceId);
    for (const { device } of states) ids.add(device.deviceId);
  }
  if (ids.size === 0) return;
  const sorted = `{${[...ids].toSorted((a, b) => a - b).join(',')}}`;
  await sql`select pg_advisory_xact_lock(${PAIR_LOCKS.deviceMessages}::int4, device_id)
    from unnest(${sorted}::int4[]) as device_id`.execute(trx);
}
