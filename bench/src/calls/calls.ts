/**
 * Calls a second: the calls of the dashboard and of a device, each over 20 connections, compared
 * with a call that does not use the database. The generator shares the processors with the server
 * and the database. The table also has the number of statements of a call, and the processor time
 * of the server and of the database per call.
 *
 * `--database external|embedded|distributed` (the first two), `--devices 1000`, `--connections 20`, `--seconds 5` for
 * each, `--only device,group`, `--profile`: writes the server's processor profile.
 */
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { createEnergyWorld, type EnergyWorld } from '../energy/energy-world.ts';
import { type BenchEngine, startServerProgram, withEngine } from '../engine/bench-engine.ts';
import { benchOptions } from '../engine/bench-options.ts';
import { printTable } from '../engine/print-table.ts';
import { cpuSeconds, databaseSeconds } from '../engine/process-times.ts';
import { type CallRate, type RatedCall, rateOfCalls } from './rate-of-calls.ts';

const statementCount = new URL('../engine/statement-count.mjs', import.meta.url).href;

interface MeasuredCall {
  readonly name: string;
  readonly path: string;
  /** Goal, calls a second; undefined for the call to compare with. */
  readonly goal: number | undefined;
}

const callsOf = (deviceCode: string): readonly MeasuredCall[] => [
  { name: 'health, without database', path: '/health/live', goal: undefined },
  { name: 'device', path: `/api/v2/device?device_code=${deviceCode}`, goal: 1_000 },
  { name: 'statistics-online', path: '/api/v2/statistics-online', goal: 500 },
  { name: 'group', path: '/api/v2/group', goal: 500 },
  { name: 'alarms', path: '/api/v2/alarms?pn=1&ps=13', goal: 500 },
  { name: 'energy-fee', path: '/api/v2/energy-fee?date_type=day&count=14', goal: 500 },
  { name: 'energy', path: '/api/v2/energy?date_type=month&count=6', goal: 500 },
  { name: 'energy-device', path: '/api/v2/energy-device?date_type=month&limit=8', goal: 500 },
  { name: 'dashboard-now', path: '/api/v2/dashboard-now', goal: 500 },
  { name: 'device-map', path: '/api/v2/device-map', goal: 500 },
];

interface Settings extends Omit<RatedCall, 'url' | 'token'> {
  readonly devices: number;
  readonly profile: boolean;
  readonly only: readonly string[];
}

export async function benchCalls(options: readonly string[]): Promise<void> {
  const values = benchOptions(
    options,
    {
      devices: '1000',
      connections: '20',
      seconds: '5',
      only: '',
      profile: false,
    },
    { mayDistribute: true },
  );
  for (const kind of values.engines) {
    await withEngine(kind, (engine) =>
      measure(engine, {
        devices: Number(values.devices),
        connections: Number(values.connections),
        seconds: Number(values.seconds),
        profile: values.profile,
        only: values.only === '' ? [] : values.only.split(','),
      }),
    );
  }
}

async function measure(engine: BenchEngine, settings: Settings): Promise<void> {
  const database = await engine.open();
  const world = await fill(database, settings.devices).finally(() => database.close());
  await engine.distribute();
  const calls = callsOf(world.devices[0]!.code).filter(
    ({ name }) => settings.only.length === 0 || settings.only.includes(name),
  );
  const counted = await statementsOf(engine, world, calls);
  const server = await startServerProgram(engine, {}, settings.profile ? ['--cpu-prof'] : []);
  const usedByDatabase = () =>
    databaseSeconds(engine.kind === 'embedded' ? server.pid : process.pid);
  const rows: Record<string, string | number>[] = [];
  for (const [at, { name, path, goal }] of calls.entries()) {
    const one = { ...settings, url: server.url, token: world.tenant.users.viewer.token };
    await rateOfCalls(path, { ...one, seconds: 1 });
    const before = [cpuSeconds(server.pid), usedByDatabase()] as const;
    const rate = await rateOfCalls(path, one);
    const used = [cpuSeconds(server.pid) - before[0], usedByDatabase() - before[1]] as const;
    rows.push(rowOf(name, goal, rate, counted[at]!, used));
  }
  await server.stop();
  const { devices, connections } = settings;
  printTable(
    `Calls a second on ${engine.name}, ${connections} connections, ${devices} devices`,
    rows,
  );
}

const fill = (database: Database, count: number): Promise<EnergyWorld> =>
  createEnergyWorld(database, count, { label: 'bench', first: 900_000_000, withQuarters: false });

/** Returns the number of statements of each call, on a server whose caches are warm. */
async function statementsOf(
  engine: BenchEngine,
  world: EnergyWorld,
  calls: readonly MeasuredCall[],
): Promise<number[]> {
  const server = await startServerProgram(engine, {}, ['--import', statementCount]);
  const one = {
    url: server.url,
    token: world.tenant.users.viewer.token,
    connections: 1,
    seconds: 1,
  };
  const counts: number[] = [];
  for (const { path } of calls) {
    await rateOfCalls(path, one);
    await server.statements();
    const { count } = await rateOfCalls(path, one);
    const statements = await server.statements();
    counts.push(statements.reduce((sum, [, executed]) => sum + executed, 0) / count);
  }
  await server.stop();
  return counts;
}

function rowOf(
  name: string,
  goal: number | undefined,
  { perSecond, p50Ms, p95Ms, count }: CallRate,
  statements: number,
  [serverS, databaseS]: readonly [number, number],
): Record<string, string | number> {
  const msPerCall = (seconds: number) => ((seconds * 1000) / count).toFixed(2);
  return {
    call: name,
    'goal, calls/s': goal ?? '',
    'calls/s': Math.round(perSecond),
    'p50 / p95, ms': `${p50Ms.toFixed(1)} / ${p95Ms.toFixed(1)}`,
    statements: statements.toFixed(1),
    "server's processor time, ms": msPerCall(serverS),
    "database's processor time, ms": msPerCall(databaseS),
  };
}
