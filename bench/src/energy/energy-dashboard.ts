/** The dashboard's calls over HTTP, one by one and in parallel, compared to the database alone. */

import { activeAlarmCounts } from '../../../apps/server/src/areas/alarms/alarm-count-service.ts';
import { findDeviceShares } from '../../../apps/server/src/areas/energy/queries/device-share-service.ts';
import { findEnergyFees } from '../../../apps/server/src/areas/energy/queries/energy-fee-service.ts';
import { findEnergyTrend } from '../../../apps/server/src/areas/energy/queries/energy-trend-service.ts';
import { powerCurveOf } from '../../../apps/server/src/areas/energy/queries/power-curve-service.ts';
import { mapMarks } from '../../../apps/server/src/areas/fleet/devices/map-list-queries.ts';
import { overviewOf } from '../../../apps/server/src/areas/fleet/overview/overview-service.ts';
import type { Caller } from '../../../apps/server/src/caller.ts';
import { systemClock } from '../../../apps/server/src/clock.ts';
import type { Context } from '../../../apps/server/src/context.ts';
import {
  type Database,
  type Executor,
  type Read,
  runRead,
} from '../../../apps/server/src/storage/database.ts';
import type { BenchEngine, ServerProgram } from '../engine/bench-engine.ts';
import {
  type TimedAnswers,
  type TimedCall,
  timeCall,
  timeTogether,
  WARM_UP,
} from '../engine/http-timer.ts';
import { percentile } from '../engine/print-table.ts';
import { cpuSeconds } from '../engine/process-times.ts';
import { timeByDriver, timeByPsql } from '../storage/database-alone.ts';
import { recordedSql } from '../storage/recorded-sql.ts';
import { type EnergyWorld, ZONE } from './energy-world.ts';

const GOAL_MS = 50;
const GOAL_ALL_MS = 200;
/** Number of devices that the energy share lists individually. */
const SHARE_DEVICES = 8;

interface DashboardCall extends TimedCall {
  /** Runs the same queries on the database alone. */
  readonly run: (executor: Executor) => Promise<unknown>;
  /** True if the page sends the call when it opens; hours are requested only on a user action. */
  readonly isAtOnce: boolean;
}

function dashboardCalls({ tenant, devices }: EnergyWorld): DashboardCall[] {
  // The queries use no other fields of the caller.
  const caller = { ...tenant, zone: ZONE } as unknown as Caller;
  const get = (name: string, path: string, rows: number | undefined) => ({
    name,
    path: `/api/v2/${path}`,
    rows,
    method: 'GET' as const,
    isAtOnce: true,
  });
  const inContext = (work: (ctx: Context) => Promise<unknown>) => (db: Executor) => {
    const readTogether = (...reads: readonly Read<unknown>[]) =>
      Promise.all(reads.map((read) => runRead(db, read)));
    return work({ database: { db, readTogether }, clock: systemClock } as unknown as Context);
  };
  const fees = (dateType: string, count: number) =>
    inContext((ctx) => findEnergyFees(ctx, caller, { dateType, count }));
  return [
    {
      ...get('energy-fee, 14 days', 'energy-fee?date_type=day&count=14', 14),
      run: fees('day', 14),
    },
    {
      ...get('energy-fee, 3 months', 'energy-fee?date_type=month&count=3&is_all=true', 3),
      run: fees('month', 3),
    },
    {
      ...get('energy, 6 months in bands', 'energy?date_type=month&count=6', 6),
      run: inContext((ctx) => findEnergyTrend(ctx, caller, { dateType: 'month', count: 6 })),
    },
    {
      ...get(
        'energy-device, the biggest 8',
        `energy-device?date_type=month&limit=${SHARE_DEVICES}`,
        SHARE_DEVICES,
      ),
      run: inContext((ctx) =>
        findDeviceShares(ctx, caller, { dateType: 'month', limit: SHARE_DEVICES }),
      ),
    },
    {
      ...get('dashboard-now', 'dashboard-now', undefined),
      run: inContext(async (ctx) =>
        ctx.database.readTogether(
          overviewOf(caller, ctx.clock.now()),
          powerCurveOf(caller, ctx.clock.now()),
          await activeAlarmCounts(ctx, caller),
        ),
      ),
    },
    {
      // In addition to the devices of the bench, the customer has one device and three towers.
      ...get('device-map, all devices', 'device-map', devices.length + 4),
      run: (db) => allDevices(db, caller),
    },
    {
      ...get('energy-fee, 3 days by the hour', 'energy-fee?date_type=day&count=3&is_all=true', 3),
      run: fees('day', 3),
      isAtOnce: false,
    },
  ];
}

async function allDevices(db: Executor, caller: Caller): Promise<void> {
  await mapMarks({ database: { db } as Database, clock: systemClock }, caller, 'any');
}

interface Measured {
  readonly name: string;
  readonly goalMs: number;
  readonly answers: TimedAnswers;
  readonly cpuMs: number;
  readonly statements: readonly string[];
}

/** A day of which no quarter hour is known. */
const NO_QUARTERS = { sums: '' };

/** Measures the calls; returns a function to measure the database alone, once no server uses it. */
export async function measureDashboard(
  engine: BenchEngine,
  server: ServerProgram,
  world: EnergyWorld,
  { calls: most, limitMs }: { readonly calls: number; readonly limitMs: number },
): Promise<(database: Database) => Promise<Record<string, string | number>[]>> {
  const calls = dashboardCalls(world);
  const { token } = world.tenant.users.viewer;
  const measured: Measured[] = [];
  const measure = async (
    name: string,
    goalMs: number,
    of: readonly DashboardCall[],
    time: () => Promise<TimedAnswers>,
  ) => {
    const before = cpuSeconds(server.pid);
    const answers = await time();
    const cpuMs = ((cpuSeconds(server.pid) - before) * 1000) / (answers.ms.length + WARM_UP);
    const statements = (
      await Promise.all(of.map(({ run }) => recordedSql(run, NO_QUARTERS)))
    ).flat();
    measured.push({ name, goalMs, answers, cpuMs, statements });
  };
  for (const call of calls) {
    await measure(call.name, GOAL_MS, [call], () =>
      timeCall(server.url, token, call, most, limitMs),
    );
  }
  const atOnce = calls.filter((call) => call.isAtOnce);
  await measure(`all ${atOnce.length} of the page at once`, GOAL_ALL_MS, atOnce, () =>
    timeTogether(server.url, token, atOnce, most, limitMs),
  );
  return async (database) => {
    const rows: Record<string, string | number>[] = [];
    for (const { name, goalMs, answers, cpuMs, statements } of measured) {
      const count = answers.ms.length;
      const alone =
        engine.kind === 'external'
          ? timeByPsql(engine.env.DATABASE_URL!, statements, count)
          : await timeByDriver(database, statements, count);
      rows.push({
        call: name,
        'goal p95, ms': goalMs,
        'over HTTP, p50 / p95': pair(answers.ms),
        'database alone': pair(alone),
        'ratio of p50': `${(at(answers.ms, 0.5) / at(alone, 0.5)).toFixed(1)}x`,
        "server's processor time a call, ms": cpuMs.toFixed(1),
        calls: count,
        'answer, KiB': (answers.bytes / 1024).toFixed(1),
      });
    }
    return rows;
  };
}

const at = (values: readonly number[], part: number) =>
  percentile(
    values.toSorted((a, b) => a - b),
    part,
  );
const pair = (values: readonly number[]) =>
  `${at(values, 0.5).toFixed(1)} / ${at(values, 0.95).toFixed(1)}`;
