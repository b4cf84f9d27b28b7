/**
 * Recomputes the ledger of one device for a year of one-minute registers, as after a change of its
 * ratings or of an override: the ledger's own cycles in this process, compared to the database
 * reading the same rows.
 */
import { sql } from 'kysely';
import { runEnergy } from '../../../apps/server/src/areas/energy/ledger/run-energy.ts';
import { markDevice } from '../../../apps/server/src/areas/shared/table-writers/energy-flag-queries.ts';
import type { Context } from '../../../apps/server/src/context.ts';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { energyRegisterColumns } from '../../../apps/server/src/storage/reading-columns.ts';
import type { BenchWorld } from '../engine/bench-devices.ts';
import type { BenchEngine } from '../engine/bench-engine.ts';
import { median } from '../engine/print-table.ts';
import { timeByDriver, timeByPsql } from '../storage/database-alone.ts';

const MINUTE_MS = 60_000;
const YEAR_MINUTES = 365 * 24 * 60;
const ROUNDS = 3;
const OF_DEVICE = [
  'energy_day',
  'energy_slot',
  'energy_device_month',
  'energy_checkpoint',
  'energy_head',
] as const;

/** Registers that a device sends: only the total, or also the four bands. */
const KINDS = { total: 1, 'total and four bands': 5 } as const;

export async function measureRebuild(
  engine: BenchEngine,
  database: Database,
  ctx: Context,
  { tenant, devices }: BenchWorld,
): Promise<Record<string, string | number>[]> {
  const rows: Record<string, string | number>[] = [];
  for (const [i, [name, registers]] of Object.entries(KINDS).entries()) {
    const deviceId = devices[i]!.id;
    const { customerId } = tenant;
    await insertYear(database, customerId, deviceId, registers);
    const taken: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await resetDevice(database, deviceId);
      taken.push(await rebuild(database, ctx, customerId, deviceId));
    }
    const read = `select ts, ${energyRegisterColumns.join(', ')} from energy_register
      where customer_id = ${customerId} and device_id = ${deviceId} order by ts`;
    const bare = median(
      engine.kind === 'external'
        ? timeByPsql(engine.env.DATABASE_URL!, [read], ROUNDS)
        : await timeByDriver(database, [read], ROUNDS),
    );
    rows.push({
      database: engine.name,
      'registers of the device': name,
      'readings folded': YEAR_MINUTES.toLocaleString('en'),
      'rebuild, s (goal 2)': (median(taken) / 1000).toFixed(2),
      'readings/s': Math.round((YEAR_MINUTES / median(taken)) * 1000).toLocaleString('en'),
      'bare SQL read of the rows, s': (bare / 1000).toFixed(2),
      ratio: `${(median(taken) / bare).toFixed(1)}x`,
    });
  }
  return rows;
}

async function insertYear(
  database: Database,
  customerId: number,
  deviceId: number,
  registers: number,
): Promise<void> {
  const end = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
  const columns = energyRegisterColumns.slice(0, registers);
  // Power of 0.8 to 3.4 kW depending on the hour, with two decimals as from a real meter.
  const total = sql`round((extract(epoch from ts - ${new Date(end)}::timestamptz) / 3600 * 2.1
    + 5 * sin(extract(epoch from ts) / 13751) + 30000)::numeric, 2)`;
  const values = columns.map((_, i) => (i === 0 ? total : sql`round(${total} / 4, 2)`));
  await sql`insert into energy_register (customer_id, device_id, ts, content_hash,
      ${sql.join(columns.map((name) => sql.ref(name)))})
    select ${customerId}::int4, ${deviceId}::int4, ts, 0, ${sql.join(values)}
    from generate_series(${new Date(end - (YEAR_MINUTES - 1) * MINUTE_MS)}::timestamptz,
      ${new Date(end)}::timestamptz, interval '1 minute') ts`.execute(database.db);
  await sql`vacuum analyze energy_register`.execute(database.db);
}

async function resetDevice(database: Database, deviceId: number): Promise<void> {
  for (const table of OF_DEVICE) {
    await sql`delete from ${sql.table(table)} where device_id = ${deviceId}`.execute(database.db);
  }
}

async function rebuild(
  database: Database,
  ctx: Context,
  customerId: number,
  deviceId: number,
): Promise<number> {
  const began = performance.now();
  await markDevice(database.db, customerId, deviceId);
  while (await isWaiting(database)) await runEnergy(ctx);
  return performance.now() - began;
}

async function isWaiting(database: Database): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select from energy_dirty) or exists (select from energy_work) as waiting`.execute(
    database.db,
  );
  return rows[0]!.waiting;
}
