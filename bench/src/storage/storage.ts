/**
 * Disk usage: a month of readings of some devices is written, processed and thinned as in
 * production, and the tables are measured before and after.
 *
 * `--database external|embedded` (both), `--devices 4`, `--days 30`.
 */
import { CompiledQuery, sql } from 'kysely';
import { runEnergy } from '../../../apps/server/src/areas/energy/ledger/run-energy.ts';
import { thinReadings } from '../../../apps/server/src/areas/platform/retention/thin-readings.ts';
import { foldHours } from '../../../apps/server/src/areas/telemetry/hours/fold-hours.ts';
import type { Context } from '../../../apps/server/src/context.ts';
import { instant } from '../../../apps/server/src/storage/column-types.ts';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { ensurePartitions, hourTable } from '../../../apps/server/src/storage/partitions.ts';
import {
  energyRegisterColumns,
  measurementColumns,
} from '../../../apps/server/src/storage/reading-columns.ts';
import { testContext } from '../../../apps/server/test/support/test-context.ts';
import { type BenchWorld, createBenchWorld } from '../engine/bench-devices.ts';
import { withEngine } from '../engine/bench-engine.ts';
import { benchOptions } from '../engine/bench-options.ts';
import { printTable } from '../engine/print-table.ts';
import { measureRows } from './storage-rows.ts';

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365.25;
/** Start of the readings, whole months ago, so that all of them are old enough to be thinned. */
const BEGIN = Date.UTC(2024, 0, 1);
const NOW = Date.UTC(2026, 10, 20);

/**
 * Kinds of devices by the values that they send: all values every minute, or those of one phase
 * every quarter hour.
 */
const DEVICES = [
  {
    name: 'three phases, every minute',
    values: measurementColumns.length,
    minutes: 1,
    registers: 10,
  },
  { name: 'one phase, every 15 minutes', values: 5, minutes: 15, registers: 1 },
] as const;
const REGISTER_MINUTES = 15;

type Rows = Record<string, string | number>[];

export async function benchStorage(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, { devices: '4', days: '30' });
  for (const kind of values.engines) {
    await withEngine(kind, async (engine) => {
      const database = await engine.open();
      const readings: Rows = [];
      for (const [i, kind] of DEVICES.entries()) {
        const world = await createBenchWorld(database, Number(values.devices), {
          label: `bench${i}`,
          first: 900_000_000 + i * 100_000,
        });
        // The kinds are measured a day apart, because a thinned month is not rechecked immediately.
        const now = NOW + i * DAY_MS;
        readings.push(...(await measureReadings(database, world, kind, Number(values.days), now)));
      }
      printTable(`Room of readings and energy, a device, ${engine.name}`, readings);
      printTable(`Room of other rows, ${engine.name}`, await measureRows(database));
      await database.close();
    });
  }
}

async function measureReadings(
  database: Database,
  world: BenchWorld,
  kind: (typeof DEVICES)[number],
  days: number,
  now: number,
): Promise<Rows> {
  const ctx: Context = testContext(database, { KEEP_REGISTERS_DAYS: '401' }, now);
  const to = BEGIN + days * DAY_MS;
  await ensurePartitions(database, BEGIN, to);
  const empty = await sizes(database);
  await fill(database, world, to, kind);
  const full = await sizes(database);
  await makeHours(ctx, world, to);
  await runEnergy(ctx);
  const folded = await sizes(database);
  const begun = performance.now();
  for (let raw = Number.POSITIVE_INFINITY; raw > 0; ) {
    await thinReadings(ctx);
    raw = await rowsOf(database, 'measurement', world);
    raw += await rowsOf(database, 'energy_register', world);
  }
  const thinS = (performance.now() - begun) / 1000;
  const thinned = await sizes(database);
  const { length } = world.devices;
  const line = (what: string, bytes: number, rows: number) => ({
    device: kind.name,
    what,
    'rows a year': Math.round((rows / length / days) * YEAR_DAYS).toLocaleString('en'),
    'bytes a row': Math.round(bytes / rows),
    'MB a year': ((bytes / length / days / 1e6) * YEAR_DAYS).toFixed(2),
  });
  const minutes = length * days * 1440;
  const raw = minutes / kind.minutes;
  const registers = minutes / REGISTER_MINUTES;
  const grown = (table: string, before: Sizes, after: Sizes) =>
    (after.get(table) ?? 0) - (before.get(table) ?? 0);
  const ledger = ['energy_day', 'energy_device_month'].map((t) => grown(t, empty, folded));
  const daysFolded = await rowsOf(database, 'energy_day', world);
  return [
    line('measurements as they came', grown('measurement', empty, full), raw),
    line(
      'measurements thinned',
      grown('measurement_quarter', folded, thinned),
      await rowsOf(database, 'measurement_quarter', world),
    ),
    line(
      'measurements in hours',
      grown(hourTable, full, folded),
      await rowsOf(database, hourTable, world),
    ),
    line('registers as they came', grown('energy_register', empty, full), registers),
    line(
      'registers thinned',
      grown('energy_register_quarter', folded, thinned),
      await rowsOf(database, 'energy_register_quarter', world),
    ),
    line(
      'energy: days and months',
      ledger.reduce((sum, bytes) => sum + bytes, 0),
      daysFolded,
    ),
    line('energy: quarters (90 days kept)', grown('energy_slot', empty, folded), length * days),
    line('energy: states of the fold', grown('energy_checkpoint', empty, folded), length * days),
    {
      device: kind.name,
      what: `thinning: ${Math.round((raw + registers) / thinS).toLocaleString('en')} rows/s`,
      'rows a year': '',
      'bytes a row': '',
      'MB a year': '',
    },
  ];
}

async function makeHours(ctx: Context, { devices }: BenchWorld, to: number): Promise<void> {
  const ids = devices.map(({ id }) => id);
  const isLeft = () =>
    ctx.database.db
      .selectFrom('device')
      .leftJoin('measurement_folded as made', 'made.device_id', 'device.device_id')
      .where('device.device_id', 'in', ids)
      .where((eb) => eb.or([eb('made.until', 'is', null), eb('made.until', '<', instant(to))]))
      .select('device.device_id')
      .executeTakeFirst();
  while ((await isLeft()) !== undefined) await foldHours(ctx);
}

async function fill(
  database: Database,
  { tenant, devices }: BenchWorld,
  to: number,
  { values, minutes, registers }: (typeof DEVICES)[number],
): Promise<void> {
  const names = measurementColumns.slice(0, values);
  const values_ = names.map((_, i) => `(${(i * 37) % 230} + (n % 97) * 0.1 + d % 7)::real`);
  const counted = energyRegisterColumns.slice(0, registers);
  const shown = counted.map((_, i) => `round((1000 + n * 0.31 + ${i})::numeric, 2)`);
  for (const { id } of devices) {
    for (let from = BEGIN; from < to; from += 5 * DAY_MS) {
      const until = Math.min(from + 5 * DAY_MS, to) - 1;
      const insert = (
        table: string,
        columns: readonly string[],
        values: readonly string[],
        every: number,
      ) =>
        database.db.executeQuery(
          CompiledQuery.raw(
            `insert into ${table} (customer_id, device_id, ts, content_hash, ${columns.join(', ')})
            select $1::int4, d, ts, 7::int8 * n, ${values.join(', ')}
            from (select $2::int4 as d, ts, (extract(epoch from ts) / 60)::int8 % 1000000 as n
              from generate_series($3::timestamptz, $4::timestamptz, $5::interval) ts) s`,
            [tenant.customerId, id, new Date(from), new Date(until), `${every} minutes`],
          ),
        );
      await insert('measurement', names, values_, minutes);
      await insert('energy_register', counted, shown, REGISTER_MINUTES);
    }
    await sql`insert into energy_dirty (customer_id, device_id, from_ts)
      values (${tenant.customerId}, ${id}, ${new Date(BEGIN)})`.execute(database.db);
  }
}

type Sizes = ReadonlyMap<string, number>;

/** Returns the bytes of each table with its indexes, including its partitions. */
async function sizes(database: Database): Promise<Sizes> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select coalesce(p.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::int8 as bytes
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid
    left join pg_class p on p.oid = i.inhparent
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`.execute(
    database.db,
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

async function rowsOf(database: Database, table: string, { tenant }: BenchWorld): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}
    where customer_id = ${tenant.customerId}`.execute(database.db);
  return rows[0]!.count;
}
