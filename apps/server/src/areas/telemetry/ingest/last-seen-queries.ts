/**
 * Times at which devices were last seen, with their newest measurement. Presence windows are
 * minutes long, so a second of lag is irrelevant, and a device that sends fifty messages a second
 * does not cause fifty updates for its presence. The newest measurement never lags: it is written
 * with each batch, in the same row.
 */
import { MEASUREMENT_ORDER } from '@busbar/domain/device/measurement';
import { CompiledQuery } from 'kysely';
import { float4Array, instantArray, int4Array } from '../../../storage/bulk/array-parameter.ts';
import type { Executor } from '../../../storage/database.ts';
import type { TrackedDevice } from '../presence/link-device.ts';
import type { ReadingRow } from './work.ts';

const WRITTEN_AGAIN_AFTER_MS = 1000;

export interface Heard {
  readonly device: TrackedDevice;
  readonly at: number;
}

const POWER = MEASUREMENT_ORDER.indexOf('activePower');
const CURRENTS = (['currentA', 'currentB', 'currentC'] as const).map((field) =>
  MEASUREMENT_ORDER.indexOf(field),
);

/** The newest measurement of each device, by device id; the first of two of one time is valid. */
export type NewestReadings = ReadonlyMap<number, ReadingRow>;

export function newestReadings(rows: readonly ReadingRow[]): NewestReadings {
  const newest = new Map<number, ReadingRow>();
  for (const row of rows) {
    const { deviceId } = row.device.ref;
    const known = newest.get(deviceId);
    if (row.measured !== undefined && !(known && known.at >= row.at)) newest.set(deviceId, row);
  }
  return newest;
}

/**
 * Returns the devices to be written, each once: those with a measurement, and those whose stored
 * time is old enough to be updated.
 */
export function dueLastSeen(
  heard: ReadonlyMap<TrackedDevice, number>,
  newest: NewestReadings,
): Heard[] {
  const due: Heard[] = [];
  for (const [device, at] of heard) {
    const isDue = at - device.heardWrittenAt >= WRITTEN_AGAIN_AFTER_MS;
    if (isDue || newest.get(device.ref.deviceId)?.device === device) due.push({ device, at });
  }
  return due;
}

const isNewer = `excluded.measured_at > coalesce(existing.measured_at, '-infinity')`;
const newerOf = (column: string) =>
  `${column} = case when ${isNewer} then excluded.${column} else existing.${column} end`;

/** With `at` NaN only the measurement is written. */
export async function writeLastSeen(
  trx: Executor,
  due: readonly Heard[],
  newest: NewestReadings,
): Promise<void> {
  if (due.length === 0) return;
  // All callers lock in the same order, so that two processes cannot deadlock.
  const rows = onceEach(due)
    .map(({ device, at }) => ({ ref: device.ref, at, reading: newest.get(device.ref.deviceId) }))
    .sort((a, b) => a.ref.deviceId - b.ref.deviceId);
  await trx.executeQuery(
    CompiledQuery.raw(
      `insert into device_state as existing (customer_id, device_id, heard_at, measured_at,
        active_power_kw, highest_current_a)
      select * from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::timestamptz[],
        $5::real[], $6::real[])
      on conflict (customer_id, device_id) do update set
        heard_at = greatest(existing.heard_at, excluded.heard_at),
        ${['measured_at', 'active_power_kw', 'highest_current_a'].map(newerOf).join(', ')}
      where existing.heard_at is null or existing.heard_at < excluded.heard_at or ${isNewer}`,
      [
        int4Array(rows, ({ ref }) => ref.customerId),
        int4Array(rows, ({ ref }) => ref.deviceId),
        instantArray(rows, ({ at }) => at),
        instantArray(rows, ({ reading }) => reading?.at ?? Number.NaN),
        float4Array(rows, ({ reading }) => reading?.measured?.[POWER] ?? Number.NaN),
        float4Array(rows, ({ reading }) => highestCurrentOf(reading)),
      ],
    ),
  );
}

/** While a device reconnects, a batch can contain messages of its former connection too. */
function onceEach(due: readonly Heard[]): Heard[] {
  const latest = new Map<number, Heard>();
  for (const heard of due) {
    const known = latest.get(heard.device.ref.deviceId);
    if (known === undefined || heard.at > known.at) latest.set(heard.device.ref.deviceId, heard);
  }
  return [...latest.values()];
}

function highestCurrentOf(reading: ReadingRow | undefined): number {
  let highest = Number.NaN;
  for (const position of CURRENTS) {
    const current = Math.abs(reading?.measured?.[position] ?? Number.NaN);
    if (!(current <= highest)) highest = Number.isNaN(current) ? highest : current;
  }
  return highest;
}
