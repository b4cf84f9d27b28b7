/**
 * A long history: a year of one-minute readings of a device, in as many time columns as a screen
 * has pixels, over HTTP compared to the database alone. The year is raw, as the platform stores it
 * by default, with its hourly aggregates computed; three devices report alternately, so that their
 * rows are interleaved. The longest span that is still read row by row is measured too.
 *
 * `--database external|embedded` (both), `--calls 100` of each, at most `--seconds 8` for each.
 */
import { isOfHours, timeColumns } from '@busbar/domain/device/time-columns';
import { sql } from 'kysely';
import { foldHours } from '../../../apps/server/src/areas/telemetry/hours/fold-hours.ts';
import { readThinned } from '../../../apps/server/src/areas/telemetry/readings/history-queries.ts';
import type { HistorySpan } from '../../../apps/server/src/areas/telemetry/readings/history-span.ts';
import { systemClock } from '../../../apps/server/src/clock.ts';
import type { Context } from '../../../apps/server/src/context.ts';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import type { MeasurementColumn } from '../../../apps/server/src/storage/reading-columns.ts';
import { createBenchWorld } from '../engine/bench-devices.ts';
import { measureEngines, type QueryCall, type QueryWorld } from '../engine/measured-calls.ts';
import { insertDay } from './read-world.ts';

const DAYS = 365;
const WITH_READINGS = 3;
const COLUMNS = 1_000;
const GOAL_MS = 300;
const DAY_MS = 86_400_000;
/** Hours of the last four days may not be aggregated yet. */
const CREATED_BEFORE_MS = 4 * DAY_MS;

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
  // Autovacuum would do this within an hour.
  await sql`vacuum analyze measurement`.execute(database.db);
  await makeHours(database);
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
    rows: 2 * columnsOf(span(days)),
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
        isOfHours(timeColumns(span(days), COLUMNS))
          ? { ...span(days), computed: { from: to - days * DAY_MS, to: to - CREATED_BEFORE_MS } }
          : span(days),
        FIELDS.slice(0, fields).map(([, column]) => column),
        timeColumns(span(days), COLUMNS),
      ),
  });
  return {
    token: tenant.users.viewer.token,
    calls: [
      chart('a year in 1,000 columns, one quantity', DAYS, 1),
      chart('a year in 1,000 columns, three quantities', DAYS, 3),
      chart('160 days in 1,000 columns, three quantities, readings', 160, 3),
      chart('thirty days in 1,000 columns, three quantities', 30, 3),
    ],
  };
}

function columnsOf(span: HistorySpan): number {
  const { origin, columnMs } = timeColumns(span, COLUMNS);
  return Math.ceil((span.to - origin) / columnMs);
}

/** Aggregates the hours; the platform does so in the background, 1 to 2 s of every 20 s. */
async function makeHours(database: Database): Promise<void> {
  const ctx = { database, clock: systemClock } as Context;
  const began = performance.now();
  const left = async () => {
    const { rows } = await sql<{
      left: number;
    }>`select count(*)::int4 as left from measurement_folded
      where until is null or until < now() - interval '4 days'`.execute(database.db);
    return rows[0]!.left;
  };
  do await foldHours(ctx);
  while ((await left()) > 0);
  const tookS = (performance.now() - began) / 1000;
  const { rows } = await sql<{ hours: number; readings: number }>`
    select count(*)::int4 as hours, sum(readings)::int8 as readings from measurement_hour`.execute(
    database.db,
  );
  const { hours, readings } = rows[0]!;
  console.log(
    `${hours} hours of ${readings} readings made in ${tookS.toFixed(1)} s, ${Math.round(readings / tookS)} readings/s`,
  );
  await sql`analyze measurement_hour`.execute(database.db);
}
