/** Lists and counts of alarms over HTTP, compared to the statements the server runs for them. */

import { countAlarmsOf } from '../../../apps/server/src/areas/alarms/alarm-count-service.ts';
import { findAlarms } from '../../../apps/server/src/areas/alarms/alarm-service.ts';
import { createBus } from '../../../apps/server/src/bus.ts';
import type { Caller } from '../../../apps/server/src/caller.ts';
import { systemClock, systemRandom } from '../../../apps/server/src/clock.ts';
import { readConfig } from '../../../apps/server/src/config/config.ts';
import type { Context } from '../../../apps/server/src/context.ts';
import type { Database, Executor } from '../../../apps/server/src/storage/database.ts';
import { Warnings } from '../../../apps/server/src/storage/warnings.ts';
import { type BenchEngine, startServerProgram } from '../engine/bench-engine.ts';
import { timeCall } from '../engine/http-timer.ts';
import { percentile, printTable } from '../engine/print-table.ts';
import { timeByDriver, timeByPsql } from '../storage/database-alone.ts';
import { recordedSql } from '../storage/recorded-sql.ts';
import { createAlarmWorld } from './alarm-world.ts';

const GOAL_MS = 50;

interface Settings {
  readonly alarms: number;
  readonly calls: number;
  readonly limitMs: number;
}

export async function alarmLists(engine: BenchEngine, settings: Settings): Promise<void> {
  const before = await engine.open();
  const { tenant } = await createAlarmWorld(before, settings.alarms);
  await before.close();
  const server = await startServerProgram(engine);
  const caller = {
    customerId: tenant.customerId,
    groupId: tenant.groupId,
    zone: 'Asia/Shanghai',
  } as Caller;
  const list = (query: object) => (ctx: Context) =>
    findAlarms(ctx, caller, { page: 1, pageSize: 10, hiddenType: 'electricLeakage', ...query });
  const count = (dateType: string) => (ctx: Context) => countAlarmsOf(ctx, caller, { dateType });
  const calls = [
    ['alarms, newest 10', '/api/v2/alarms?pn=1&ps=10&handled=all', list({})],
    ['alarms, not handled', '/api/v2/alarms?pn=1&ps=10&handled=0', list({ handled: false })],
    [
      'alarms, open by priority',
      '/api/v2/alarms?pn=1&ps=50&open=1&order=priority',
      list({ open: true, order: 'priority', pageSize: 50 }),
    ],
    [
      'bell (total only)',
      '/api/v2/alarms?ps=0&open=1&handled=0',
      list({ open: true, handled: false, pageSize: 0 }),
    ],
    ['alarm-count, day', '/api/v2/alarm-count?date_type=day', count('day')],
    ['alarm-count, month', '/api/v2/alarm-count?date_type=month', count('month')],
    ['alarm-count, year', '/api/v2/alarm-count?date_type=year', count('year')],
  ] as const;
  const timed = [];
  for (const [name, path, run] of calls) {
    // Only the devices in the response of a count are checked; the rows of a list are nested one
    // level deeper.
    const rows = path.includes('alarm-count') ? 100 : undefined;
    const call = { name, method: 'GET', path, rows } as const;
    const { token } = tenant.users.viewer;
    const { ms } = await timeCall(server.url, token, call, settings.calls, settings.limitMs);
    timed.push({ name, ms, statements: await recordedSql((db) => run(contextOf(db))) });
  }
  await server.stop();
  const rows = [];
  const database = engine.kind === 'embedded' ? await engine.open() : undefined;
  for (const { name, ms, statements } of timed) {
    const alone =
      database === undefined
        ? timeByPsql(engine.env.DATABASE_URL!, statements, ms.length)
        : await timeByDriver(database, statements, ms.length);
    rows.push({
      call: name,
      'goal p95': GOAL_MS,
      'over HTTP, p50 / p95 ms': pair(ms),
      'database alone': pair(alone),
      calls: ms.length,
    });
  }
  await database?.close();
  printTable(`${settings.alarms.toLocaleString('en')} alarms on ${engine.name}`, rows);
}

function contextOf(db: Executor): Context {
  return {
    config: readConfig({}),
    database: { db } as Database,
    clock: systemClock,
    random: systemRandom,
    bus: createBus(() => undefined),
    log: { warn: () => undefined } as never,
    processId: 'bench',
    brokerFaults: new Warnings(),
  };
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
const pair = (values: readonly number[]) =>
  [0.5, 0.95].map((part) => percentile(sorted(values), part).toFixed(1)).join(' / ');
