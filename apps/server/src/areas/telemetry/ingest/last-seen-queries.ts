/**
 * Times at which devices were last seen. Presence windows are minutes long, so a second of lag is
 * irrelevant, and a device that sends fifty messages a second does not cause fifty updates.
 */
import { CompiledQuery } from 'kysely';
import { instantArray, int4Array } from '../../../storage/bulk/array-parameter.ts';
import type { Executor } from '../../../storage/database.ts';
import type { TrackedDevice } from '../presence/link-device.ts';

const WRITTEN_AGAIN_AFTER_MS = 1000;

export interface Heard {
  readonly device: TrackedDevice;
  readonly at: number;
}

/** Returns the devices whose stored time is old enough to be updated, each device once. */
export function dueLastSeen(heard: ReadonlyMap<TrackedDevice, number>): Heard[] {
  const due: Heard[] = [];
  for (const [device, at] of heard) {
    if (at - device.heardWrittenAt >= WRITTEN_AGAIN_AFTER_MS) due.push({ device, at });
  }
  return due;
}

export async function writeLastSeen(trx: Executor, due: readonly Heard[]): Promise<void> {
  if (due.length === 0) return;
  // All callers lock in the same order, so that two processes cannot deadlock.
  const rows = due.toSorted((a, b) => a.device.ref.deviceId - b.device.ref.deviceId);
  await trx.executeQuery(
    CompiledQuery.raw(
      `insert into device_state as existing (customer_id, device_id, heard_at)
      select * from unnest($1::int4[], $2::int4[], $3::timestamptz[])
      on conflict (customer_id, device_id) do update set heard_at = excluded.heard_at
      where existing.heard_at is null or existing.heard_at < excluded.heard_at`,
      [
        int4Array(rows, ({ device }) => device.ref.customerId),
        int4Array(rows, ({ device }) => device.ref.deviceId),
        instantArray(rows, ({ at }) => at),
      ],
    ),
  );
}
