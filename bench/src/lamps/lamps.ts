/**
 * Checks of all lamp groups in one round, in process as the worker runs them, compared to the bare
 * statement that reads the groups: once with groups whose lamps all burn, and once with groups that
 * all report failed lamps in the same round.
 *
 * `--database external|embedded` (external), `--groups 1000`, `--rounds 7` of each. With `--board`
 * the project's board in a browser instead (`lamps-board.ts`), `--seconds 20`; after `npm run
 * build`.
 */
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { takeDueChecks } from '../../../apps/server/src/areas/sites/lamp-checks/due-check-queries.ts';
import { runLampChecks } from '../../../apps/server/src/areas/sites/lamp-checks/run-lamp-checks.ts';
import { insertDefaultLimits } from '../../../apps/server/src/areas/sites/projects/project-limit-queries.ts';
import { createBus } from '../../../apps/server/src/bus.ts';
import { systemRandom } from '../../../apps/server/src/clock.ts';
import { readConfig } from '../../../apps/server/src/config/config.ts';
import type { Context } from '../../../apps/server/src/context.ts';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { Warnings } from '../../../apps/server/src/storage/warnings.ts';
import { manualClock } from '../../../apps/server/test/support/manual-clock.ts';
import { createBenchWorld } from '../engine/bench-devices.ts';
import { withEngine } from '../engine/bench-engine.ts';
import { benchOptions } from '../engine/bench-options.ts';
import { median, percentile, printTable } from '../engine/print-table.ts';
import { benchBoard } from './lamps-board.ts';

const GOAL_MS = 5_000;
/** Number of earlier readings of a device: a day of one-minute readings. */
const READINGS = 1_440;
const STEP_MS = 300_000;

export async function benchLamps(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, {
    groups: '1000',
    rounds: '7',
    board: false,
    seconds: '20',
  });
  const groups = Number(values.groups);
  const rounds = Number(values.rounds);
  await withEngine(values.database, async (engine) => {
    const database = await engine.open();
    const { ctx, customerId, projectId } = await lampWorld(database, groups);
    if (values.board) {
      const webDir = fileURLToPath(new URL('../../../apps/web/dist', import.meta.url));
      const dataDir = engine.env['DATA_DIR']!;
      const seconds = Number(values.seconds);
      // `benchBoard` closes the database together with the server.
      return await benchBoard(database, { webDir, dataDir, customerId, projectId, seconds });
    }
    const bare = await timed(rounds, () => readOnly(ctx, groups));
    const whole = await timed(rounds, () => round(ctx, groups, 2));
    let lamps = 0;
    // Each round changes the result of every group: one alarm ends and another begins.
    const reporting = await timed(rounds, () => round(ctx, groups, 1.4 + 0.2 * (++lamps % 3)));
    await database.close();
    printTable(`${groups.toLocaleString('en')} lamp groups checked, ${engine.name}`, [
      row('the statement that reads them, alone', bare),
      row('a round, all lamps burn', whole),
      row('a round that tells of every group', reporting),
    ]);
  });
}

const row = (what: string, ms: readonly number[]) => ({
  what,
  'goal ms': GOAL_MS,
  'median ms': Math.round(median(ms)),
  'worst ms': Math.round(
    percentile(
      ms.toSorted((a, b) => a - b),
      1,
    ),
  ),
  rounds: ms.length,
});

async function timed(rounds: number, work: () => Promise<void>): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const began = performance.now();
    await work();
    all.push(performance.now() - began);
  }
  return all;
}

type LampContext = Context & { readonly clock: ReturnType<typeof manualClock> };

async function readOnly(ctx: LampContext, groups: number): Promise<void> {
  await due(ctx);
  await ctx.database.transaction(async (trx) => {
    const found = await takeDueChecks(trx, ctx.clock.now(), groups);
    if (found.length !== groups) throw new Error(`${found.length} groups were due`);
  });
}

async function round(ctx: LampContext, groups: number, powerKw: number): Promise<void> {
  ctx.clock.advance(STEP_MS);
  await sql`update measurement set active_power_kw = ${powerKw}, ts = ts + interval '5 minutes'
    where ts = (select max(ts) from measurement)`.execute(ctx.database.db);
  await due(ctx);
  const checked = await runLampChecks(ctx);
  if (checked !== groups) throw new Error(`${checked} groups were checked`);
}

async function due({ database, clock }: LampContext): Promise<void> {
  const now = new Date(clock.now());
  await sql`update lamp_check set next_check_at = ${now}`.execute(database.db);
  await sql`update device_state set connected = true, heard_at = ${now}`.execute(database.db);
}

interface LampWorld {
  readonly ctx: LampContext;
  readonly customerId: number;
  readonly projectId: number;
}

async function lampWorld(database: Database, groups: number): Promise<LampWorld> {
  const { db } = database;
  const { tenant, devices } = await createBenchWorld(database, groups);
  const { customerId, groupId, projectId } = tenant;
  // 22:00 in Shanghai, today or yesterday, so that the partitions of the month exist.
  const night =
    Math.floor((Date.now() - 14 * 3_600_000) / 86_400_000) * 86_400_000 + 14 * 3_600_000;
  const ctx: LampContext = {
    config: readConfig({}),
    database,
    clock: manualClock(night),
    random: systemRandom,
    bus: createBus((error) => {
      throw error;
    }),
    log: { warn: () => undefined } as never,
    processId: 'bench',
    brokerFaults: new Warnings(),
  };
  await sql`delete from lamp_check`.execute(db);
  await sql`delete from lamp_group`.execute(db);
  await sql`delete from project_limit where project_id = ${projectId}`.execute(db);
  await insertDefaultLimits(db, customerId, projectId, night);
  await sql`insert into lamp_group (customer_id, project_id, device_id, name, lamp_count,
      lamp_power_kw, error_range, longitude, latitude, lamp_kind, burn_rule, created_at)
    select customer_id, ${projectId}, device_id, name, 20, 0.1, 3,
      121.3 + (device_id % 40) * 0.01, 31.1 + (device_id / 40 % 25) * 0.01, 'led', 'sun', now()
    from device where customer_id = ${customerId} and device_id = any(${devices.map(({ id }) => id)}::int4[])`.execute(
    db,
  );
  await sql`insert into lamp_check (customer_id, lamp_group_id, next_check_at)
    select customer_id, lamp_group_id, now() from lamp_group`.execute(db);
  for (let from = 0; from < READINGS; from += 60) {
    await sql`insert into measurement (customer_id, device_id, ts, content_hash, voltage_a_v,
        active_power_kw)
      select ${customerId}, d.device_id, ${new Date(night)}::timestamptz - n * interval '1 minute',
        n, 230, 2
      from device d, generate_series(${from}::int4, ${from + 59}::int4) n
      where d.customer_id = ${customerId} and d.group_id = ${groupId}
        and d.device_id = any(${devices.map(({ id }) => id)}::int4[])`.execute(db);
  }
  for (const table of ['measurement', 'device', 'lamp_group', 'lamp_check', 'device_state']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  }
  return { ctx, customerId, projectId };
}
