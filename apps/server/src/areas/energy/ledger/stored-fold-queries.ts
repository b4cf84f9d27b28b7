/** Fold states of devices: the current states, and the states at the ends of their days. */
import { STATE_VERSION } from '@busbar/domain/energy/device-state';
import type { FoldState } from '@busbar/domain/energy/fold-device';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { customersOf, overCustomers } from '../../../storage/distributed/over-customers.ts';
import { deviceList } from './device-fact-queries.ts';
import { type DeviceKey, keyOf } from './device-key.ts';

/**
 * A fold state with the number of readings of its last day that it includes; a different count
 * reveals late readings.
 */
export type StoredState = FoldState & { readonly n: number };

/** A state written by another version is ignored: the device is folded from its first register. */
const isCurrent = ({ state }: { readonly state: StoredState }): boolean =>
  state.v === STATE_VERSION;

export interface StoredHead extends DeviceKey {
  readonly lastAt: number;
  readonly state: StoredState;
}

export async function readHeads(
  db: Executor,
  devices: readonly DeviceKey[],
): Promise<Map<string, StoredHead>> {
  const { rows } = await sql<StoredHead>`
    select customer_id as "customerId", device_id as "deviceId", last_ts as "lastAt", state
    from ${deviceList(devices)} join energy_head using (customer_id, device_id)`.execute(db);
  return new Map(rows.filter(isCurrent).map((row) => [keyOf(row), row]));
}

export interface BeforeDay extends DeviceKey {
  readonly day: string;
}

/** Table expression with the columns customer_id, device_id and day, named `w`. */
export function dayList(days: readonly BeforeDay[]) {
  return sql`unnest(${days.map(({ customerId }) => customerId)}::int4[],
    ${days.map(({ deviceId }) => deviceId)}::int4[],
    ${days.map(({ day }) => day)}::date[]) as w (customer_id, device_id, day)`;
}

/** Returns the last checkpoint before each device's day; devices without one are omitted. */
export async function checkpointsBefore(
  db: Executor,
  devices: readonly BeforeDay[],
): Promise<Map<string, StoredState>> {
  if (devices.length === 0) return new Map();
  const rows = await overCustomers(
    db,
    customersOf(devices),
    (within) => sql<DeviceKey & { state: StoredState }>`
    select w.customer_id as "customerId", w.device_id as "deviceId", p.state
    from ${dayList(devices)}
    cross join lateral (
      select state from energy_checkpoint c
      where c.customer_id = w.customer_id and c.device_id = w.device_id and c.day < w.day
        and ${within('c')}
      order by c.day desc limit 1) p
    where ${within('w')}`,
  );
  return new Map(rows.filter(isCurrent).map((row) => [keyOf(row), row.state]));
}

/** Returns the checkpoints of these days, keyed by `keyOf` and day. */
export async function checkpointsOf(
  db: Executor,
  days: readonly BeforeDay[],
): Promise<Map<string, StoredState>> {
  if (days.length === 0) return new Map();
  const { rows } = await sql<BeforeDay & { state: StoredState }>`
    select customer_id as "customerId", device_id as "deviceId", day, state
    from ${dayList(days)}
    join energy_checkpoint using (customer_id, device_id, day)`.execute(db);
  return new Map(rows.filter(isCurrent).map((row) => [dayKeyOf(row), row.state]));
}

export const dayKeyOf = (day: BeforeDay): string => `${keyOf(day)} ${day.day}`;

/** Returns the number of readings in the days after `day`, according to their checkpoints. */
export async function foldedAfter(
  db: Executor,
  { customerId, deviceId }: DeviceKey,
  day: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum((state->>'n')::int8), 0)::int8 as count from energy_checkpoint
    where customer_id = ${customerId} and device_id = ${deviceId} and day > ${day}::date`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export interface NewCheckpoint extends DeviceKey {
  readonly day: string;
  readonly state: StoredState;
}

export async function writeCheckpoints(
  trx: Executor,
  checkpoints: readonly NewCheckpoint[],
): Promise<void> {
  if (checkpoints.length === 0) return;
  await sql`insert into energy_checkpoint (customer_id, device_id, day, state)
    select * from unnest(${checkpoints.map(({ customerId }) => customerId)}::int4[],
      ${checkpoints.map(({ deviceId }) => deviceId)}::int4[],
      ${checkpoints.map(({ day }) => day)}::date[],
      ${checkpoints.map(({ state }) => JSON.stringify(state))}::jsonb[])
    on conflict (customer_id, device_id, day) do update set state = excluded.state`.execute(trx);
}

export async function writeHeads(trx: Executor, heads: readonly StoredHead[]): Promise<void> {
  if (heads.length === 0) return;
  await sql`insert into energy_head (customer_id, device_id, last_ts, state)
    select * from unnest(${heads.map(({ customerId }) => customerId)}::int4[],
      ${heads.map(({ deviceId }) => deviceId)}::int4[],
      ${heads.map(({ lastAt }) => new Date(lastAt).toISOString())}::timestamptz[],
      ${heads.map(({ state }) => JSON.stringify(state))}::jsonb[])
    on conflict (customer_id, device_id) do update
      set last_ts = excluded.last_ts, state = excluded.state`.execute(trx);
}
