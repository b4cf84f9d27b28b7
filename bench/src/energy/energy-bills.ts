/**
 * Closes twelve months of a customer in one run, as the scheduler does: freezes the lines of every
 * device, then reads each bill completely, compared to the database summing the same days.
 */
import { sql } from 'kysely';
import { linesOfDays } from '../../../apps/server/src/areas/energy/billing/bill-queries.ts';
import { findBill } from '../../../apps/server/src/areas/energy/billing/bill-service.ts';
import { closeDuePeriods } from '../../../apps/server/src/areas/energy/billing/close-period.ts';
import type { Caller } from '../../../apps/server/src/caller.ts';
import { systemClock } from '../../../apps/server/src/clock.ts';
import type { Context } from '../../../apps/server/src/context.ts';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import type { BenchEngine } from '../engine/bench-engine.ts';
import { timeByDriver, timeByPsql } from '../storage/database-alone.ts';
import { recordedSql } from '../storage/recorded-sql.ts';
import { type EnergyWorld, ZONE } from './energy-world.ts';

const MS = 1000;

export async function measureBills(
  engine: BenchEngine,
  database: Database,
  ctx: Context,
  { tenant, devices, firstDay }: EnergyWorld,
): Promise<Record<string, string | number>> {
  const { customerId } = tenant;
  // The scheduler does not close periods that ended before the customer was created.
  await sql`update customer set created_at = ${firstDay}::date where customer_id = ${customerId}`.execute(
    database.db,
  );
  const began = performance.now();
  const closed = await closeDuePeriods(ctx, customerId);
  const closedMs = performance.now() - began;
  const { rows: periods } = await sql<{ start: string; end: string; lines: number }>`
    select start_day as start, end_day as end, (select count(*) from bill_line l
      where l.customer_id = p.customer_id and l.start_day = p.start_day) as lines
    from settlement_period p where customer_id = ${customerId} order by start_day`.execute(
    database.db,
  );
  if (closed !== periods.length || closed < 12) throw new Error(`${closed} periods were closed`);
  const caller = { ...tenant, zone: ZONE } as unknown as Caller;
  const readBegan = performance.now();
  for (const { start } of periods) {
    const bill = await findBill({ ...ctx, clock: systemClock }, caller, { start, page: 1 });
    if (!bill.ok || bill.value.lines.length === 0) throw new Error(`no bill of ${start}`);
  }
  const readMs = performance.now() - readBegan;
  const statements = await recordedSql(async (executor) => {
    for (const period of periods) await linesOfDays(customerId, period).execute(executor);
  });
  const [bareMs] =
    engine.kind === 'external'
      ? timeByPsql(engine.env.DATABASE_URL!, statements, 1)
      : await timeByDriver(database, statements, 1);
  const lines = periods.reduce((sum, period) => sum + period.lines, 0);
  return {
    database: engine.name,
    'devices x months': `${devices.length.toLocaleString('en')} x ${closed}`,
    'lines frozen': lines.toLocaleString('en'),
    'closed, s (goal 30)': (closedMs / MS).toFixed(2),
    'all bills read, s': (readMs / MS).toFixed(2),
    'bare SQL sums of the days, s': (bareMs! / MS).toFixed(2),
    'closing to bare': `${(closedMs / bareMs!).toFixed(1)}x`,
  };
}
