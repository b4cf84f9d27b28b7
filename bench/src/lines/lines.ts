/**
 * Meters behind DTUs, which the platform polls: the server's processor time while 1,000 lines with
 * four meters each are polled every minute, the time for which polling delays a command, and the
 * memory of 10,000 lines without polls. The DTUs are in another process.
 *
 * `--lines 1000`, `--idle 10000`, `--clicks 200` on each kind of line, `--seconds 120` of polling to measure, `--settle
 * 75` before, `--profile` of the server while it polls.
 */

import { createTenant } from '../../../apps/server/test/support/factories/tenant.ts';
import { freePort } from '../../../apps/server/test/support/programs/server-program.ts';
import { type BenchEngine, withEngine } from '../engine/bench-engine.ts';
import { benchOptions } from '../engine/bench-options.ts';
import { printTable } from '../engine/print-table.ts';
import { measureIdleLines } from './idle-memory.ts';
import { createDtus, type LinesWorld } from './lines-world.ts';
import { measureOvertaking } from './overtaking.ts';
import { measurePolling } from './polling.ts';

const METERS = 4;
const METER = 'eastron-sdm630';
const BREAKER = 'generic-modbus-breaker';
/** Interval of a line on which a request is always due, and of one on which none is. */
const BUSY_S = 1;
const DAY_S = 86_400;
const COMMAND_LINES = 4;
/** More than a line can poll in `BUSY_S`. */
const BREAKERS = 10;

export async function benchLines(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, {
    lines: '1000',
    idle: '10000',
    clicks: '200',
    seconds: '120',
    settle: '75',
    profile: false,
  });
  const [lines, idle, clicks] = [values.lines, values.idle, values.clicks].map(Number);
  await withEngine(values.database, async (engine) => {
    const world = await createWorld(engine, lines!, idle!);
    const env = { DTU_PORT: String(await freePort()) };
    if (lines! > 0) {
      const times = { settleS: Number(values.settle), seconds: Number(values.seconds) };
      printTable(
        `${lines} lines with ${METERS} meters on ${engine.name}, each polled every minute`,
        [await measurePolling(world, env, { ...times, profile: values.profile })],
      );
    }
    if (clicks! > 0) {
      printTable(
        'Commands on lines that are polled without a pause, compared with lines that are not',
        await measureOvertaking(world, env, { clicks: clicks!, breakers: BREAKERS }),
      );
    }
    if (idle! > 0) printTable('Lines without polls', [await measureIdleLines(world, env)]);
  });
}

async function createWorld(engine: BenchEngine, lines: number, idle: number): Promise<LinesWorld> {
  const database = await engine.open();
  const tenant = await createTenant(database, { label: 'lines', now: Date.now() });
  const meter = { meters: METERS, profile: METER, intervalS: 60 };
  const breaker = { meters: BREAKERS, profile: BREAKER, count: COMMAND_LINES, canSwitch: true };
  const one = { meters: 1, profile: 'generic-modbus', intervalS: DAY_S };
  const world = {
    ...{ engine, tenant },
    polled: await createDtus(database, tenant, {
      ...{ ...meter, label: 'POLLED', firstId: 900_000_000, count: lines },
    }),
    busy: await createDtus(database, tenant, {
      ...{ ...breaker, label: 'BUSY', firstId: 901_000_000, intervalS: BUSY_S },
    }),
    quiet: await createDtus(database, tenant, {
      ...{ ...breaker, label: 'QUIET', firstId: 902_000_000, intervalS: DAY_S },
    }),
    idle: await createDtus(database, tenant, {
      ...{ ...one, label: 'IDLE', firstId: 903_000_000, count: idle },
    }),
  };
  await database.close();
  return world;
}
