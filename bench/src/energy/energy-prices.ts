/**
 * Adds the first prices to a tariff that had none for thirteen months: every day of every device
 * gets its fee in one transaction, compared to the database updating a fee in the same rows.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { changeRate } from '../../../apps/server/src/areas/energy/tariffs/save-rate.ts';
import type { Caller } from '../../../apps/server/src/caller.ts';
import { systemClock } from '../../../apps/server/src/clock.ts';
import type { Context } from '../../../apps/server/src/context.ts';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import type { BenchEngine } from '../engine/bench-engine.ts';
import { type EnergyWorld, ZONE } from './energy-world.ts';

const MS = 1000;
const USER = { userId: null, userName: 'bench', tokenHash: null, address: '', isInRootGroup: true };
const PRICES = { sharp: '1.25', peak: '1.04', offPeak: '0.65', valley: '0.26' };

export async function measurePrices(
  engine: BenchEngine,
  database: Database,
  { tenant, devices }: EnergyWorld,
): Promise<Record<string, string | number>> {
  const { customerId, rateId } = tenant;
  await removePrices(database, customerId);
  const bareBegan = performance.now();
  await sql`update energy_day set fee_sharp = 1, fee_peak = 1, fee_off_peak = 1, fee_valley = 1
    where customer_id = ${customerId} and channel = 'activeTotal'`.execute(database.db);
  const bareMs = performance.now() - bareBegan;
  await removePrices(database, customerId);
  const ctx = { database, clock: systemClock } as Context;
  const caller = { ...tenant, ...USER, zone: ZONE } as unknown as Caller;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  const changed = await changeRate(ctx, caller, rateId, { name: 'Priced', prices: PRICES });
  const pricedMs = performance.now() - began;
  delay.disable();
  if (!changed.ok) throw new Error(`no prices: ${changed.refusal}`);
  const { rows } = await sql<{ left: number; days: number }>`
    select count(*) as days, count(*) filter (where fee_sharp is null) as left
    from energy_day where customer_id = ${customerId}`.execute(database.db);
  const [{ left, days } = { left: -1, days: 0 }] = rows;
  if (Number(left) !== 0) throw new Error(`${left} days have no fee`);
  return {
    database: engine.name,
    devices: devices.length.toLocaleString('en'),
    days: Number(days).toLocaleString('en'),
    'prices saved, s': (pricedMs / MS).toFixed(1),
    'days/s': Math.round((Number(days) / pricedMs) * MS).toLocaleString('en'),
    'longest stall, ms (goal 200)': (delay.max / 1e6).toFixed(0),
    'bare update of the days, s': (bareMs / MS).toFixed(1),
    ratio: `${(pricedMs / bareMs).toFixed(1)}x`,
  };
}

async function removePrices({ db }: Database, customerId: number): Promise<void> {
  await sql`update rate_version set price_sharp = null, price_peak = null,
    price_off_peak = null, price_valley = null where customer_id = ${customerId}`.execute(db);
  await sql`update energy_day set fee_sharp = null, fee_peak = null, fee_off_peak = null,
    fee_valley = null where customer_id = ${customerId}`.execute(db);
  await sql`update energy_device_month set fee = null where customer_id = ${customerId}`.execute(
    db,
  );
  for (const table of ['energy_day', 'energy_device_month']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  }
}
