/**
 * A long history: a year of one-minute readings of a device, drawn in as many columns as a screen
 * has, over HTTP beside the database alone. The year is raw, as the platform keeps it by default;
 * three devices report in turn, so that the rows of one lie between those of the others.
 *
 * `--engine postgres|pglite` (both), `--calls 100` of each, at most `--seconds 8` for each.
 */
import { sql } from 'kysely';
import { readThinned } from '../../apps/server/src/modules/readings/history-repository.ts';
import type { HistorySpan } from '../../apps/server/src/modules/readings/history-span.ts';
import type { Database } from '../../apps/server/src/storage/database.ts';
import type { MeasurementColumn } from '../../apps/server/src/storage/reading-columns.ts';
import { createBenchWorld } from './bench-devices.ts';
import { measureEngines, type QueryCall, type QueryWorld } from './measured-calls.ts';
import { insertDay } from './read-world.ts';

const DAYS = 365;
const WITH_READINGS = 3;
const COLUMNS = 1_000;
const GOAL_MS = 300;
const DAY_MS = 86_400_000;

const FIELDS = [
  ['volPa', 'voltage_a_v'],
  ['volPb', 'voltage_b_v'],
  ['volPc', 'voltage_c_v'],
] as const satisfies readonly (readonly [string, MeasurementColumn])[];

export async function benchHistory(options: readonly string[]): Promise<void> {
  await measureEngines(options, 'A year of one-minute readings', prepare);
}

async function prepare(database: Database): Promise<QueryWorld> {
  const { tenant, devices } = await createBenchWorld(database, WITH_READINGS);
  const to = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const from = to - DAYS * DAY_MS;
  const ids = devices.map(({ id }) => id);
  for (let day = from; day < to; day += DAY_MS) {
    await insertDay(database, tenant.customerId, ids, day);
  }
  // What autovacuum does within the hour.
  await sql`vacuum analyze measurement`.execute(database.db);
  const deviceId = ids[1]!;
  const span = (days: number): HistorySpan => ({
    customerId: tenant.customerId,
    deviceId,
    table: 'measurement',
    from: to - days * DAY_MS,
    to,
  });
  const chart = (name: string, days: number, fields: number): QueryCall => ({
    name,
    goalMs: GOAL_MS,
    rows: COLUMNS * 2,
    method: 'POST',
    path: '/data/findVariableByDateTime',
    body: {
      deviceId,
      startTime: to - days * DAY_MS,
      endTime: to,
      sample: COLUMNS * 2,
      fields: FIELDS.slice(0, fields).map(([wire]) => wire),
    },
    run: (executor) =>
      readThinned(
        executor,
        span(days),
        FIELDS.slice(0, fields).map(([, column]) => column),
        Math.ceil((days * DAY_MS) / COLUMNS),
      ),
  });
  return {
    token: tenant.users.viewer.token,
    calls: [
      chart('a year in 1,000 columns, one quantity', DAYS, 1),
      chart('a year in 1,000 columns, three quantities', DAYS, 3),
      chart('thirty days in 1,000 columns, three quantities', 30, 3),
    ],
  };
}
