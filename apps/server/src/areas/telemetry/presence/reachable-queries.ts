/** Stores which slaves their gateways have reported as unreachable. */
import { sql } from 'kysely';
import type { BusMessage } from '../../../bus.ts';
import type { Executor } from '../../../storage/database.ts';
import { presenceMessage } from './connection-book.ts';
import type { TrackedDevice } from './link-device.ts';

/** Returns the events to publish after the commit. */
export async function writeReachable(
  trx: Executor,
  reached: readonly TrackedDevice[],
  now: number,
): Promise<BusMessage[]> {
  const slaves = new Map(reached.map((slave) => [slave.ref.deviceId, slave]));
  const messages: BusMessage[] = [];
  for (const slave of [...slaves.values()].sort((a, b) => a.ref.deviceId - b.ref.deviceId)) {
    const { customerId, deviceId } = slave.ref;
    const { rows } = await sql`
      insert into device_state as existing (customer_id, device_id, unreachable)
      values (${customerId}, ${deviceId}, ${slave.isUnreachable === true})
      on conflict (customer_id, device_id) do update set unreachable = excluded.unreachable
      where existing.unreachable is distinct from excluded.unreachable
      returning device_id`.execute(trx);
    if (rows.length > 0) messages.push(presenceMessage(slave, true, now));
  }
  return messages;
}
