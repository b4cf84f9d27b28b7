/**
 * Readings of two months around the thinning limit, and functions that count the remaining rows.
 */
import { sql } from 'kysely';
import {
  findHistory,
  type HistoryQuery,
} from '../../src/areas/telemetry/readings/history-service.ts';
import type { Database } from '../../src/storage/database.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import type { Tenant } from '../support/factories/tenant.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import type { TestContext } from '../support/test-context.ts';

export const MINUTE_MS = 60_000;
export const QUARTER_MS = 900_000;
export const DAY_MS = 86_400_000;
/**
 * The days 400 and 401 days before `NOW` begin on 6 and 5 July 2025: June of 2025 is thinned, July
 * is not.
 */
export const NOW = Date.UTC(2026, 7, 10, 12);
export const EDGE = Date.UTC(2025, 6, 1);

export interface Sent {
  readonly at: number;
  readonly voltage: number;
  /** The current, which every second reading contains. */
  readonly current: number | null;
}

/** Returns readings a minute apart, two hours on each side of the limit. */
export function readingsAround(edge: number): Sent[] {
  return Array.from({ length: 240 }, (_, n) => ({
    at: edge + (n - 120) * MINUTE_MS,
    voltage: 230 + ((n * 7) % 13),
    current: n % 2 === 0 ? (n % 5) + 0.5 : null,
  }));
}

export async function insertMeasurements(
  database: Database,
  { customerId }: Tenant,
  deviceId: number,
  readings: readonly Sent[],
): Promise<void> {
  const times = readings.map(({ at }) => at);
  await ensurePartitions(database, Math.min(...times), Math.max(...times));
  await sql`insert into measurement (customer_id, device_id, ts, content_hash, voltage_a_v, current_a_a)
    select ${customerId}, ${deviceId}, t, 0, v, c
    from unnest(${times.map((at) => new Date(at).toISOString())}::timestamptz[],
      ${readings.map(({ voltage }) => voltage)}::real[],
      ${readings.map(({ current }) => current)}::real[]) as s (t, v, c)`.execute(database.db);
}

export interface Row {
  readonly at: number;
  readonly values: readonly (number | undefined)[];
}

const read = (text: string): number | undefined => (text === '' ? undefined : Number(text));

/** Returns the history as the v1 call does, for voltage and current. */
export async function history(
  ctx: TestContext,
  tenant: Tenant,
  over: Partial<HistoryQuery> & Pick<HistoryQuery, 'device' | 'from' | 'to'>,
) {
  const found = await findHistory(ctx, callerOf(tenant), {
    group: undefined,
    table: 'measurement',
    columns: ['voltage_a_v', 'current_a_a'],
    page: 1,
    pageSize: 100_000,
    sample: undefined,
    ...over,
  });
  if (!found.ok) throw new Error(found.refusal);
  const { slices, means, thinnedBefore } = found.value;
  const rows: Row[] = [];
  let next = await slices.next();
  for (; next.done !== true; next = await slices.next()) {
    const { times, values } = next.value;
    rows.push(...times.map((at, i) => ({ at, values: values.map((column) => read(column[i]!)) })));
  }
  return { rows, total: next.value, means, thinnedBefore };
}

/**
 * Returns the counts of stored rows: raw readings, quarter hours, and the readings contained in
 * them.
 */
export async function kept(database: Database, deviceId: number) {
  const { rows } = await sql<{ raw: number; quarters: number; inQuarters: number }>`
    select stored.raw, thinned.quarters, thinned."inQuarters"
    from (select count(*) as raw from measurement where device_id = ${deviceId}) stored,
      (select count(*) as quarters, coalesce(sum(readings), 0)::int8 as "inQuarters"
      from measurement_quarter where device_id = ${deviceId}) thinned`.execute(database.db);
  return rows[0]!;
}

export async function monthsOf(database: Database, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = ${table}::regclass order by 1`.execute(database.db);
  return rows.map(({ name }) => name);
}
