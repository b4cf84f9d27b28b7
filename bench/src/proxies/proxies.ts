/**
 * The cost of HAProxy and PgBouncer: readings and calls a second of one server that clients and
 * database connections reach directly, and of the same server behind both, with the configurations
 * of docs/operations.md, alternately on one database. The limit is 15 % less than directly.
 *
 * `--rounds 3` of each, `--devices 200`, `--window 16` messages in flight of each, `--seconds 4` for
 * the readings and for each call, `--connections 20`, `--fleet 1000` devices that the calls read.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { closeAll } from '../../../apps/server/test/support/close-after-file.ts';
import { hasHaproxy, startHaproxy } from '../../../apps/server/test/support/programs/haproxy.ts';
import {
  canPrepare,
  hasPgBouncer,
  startPgBouncer,
} from '../../../apps/server/test/support/programs/pgbouncer.ts';
import { freePort } from '../../../apps/server/test/support/programs/server-program.ts';
import { rateOfCalls } from '../calls/rate-of-calls.ts';
import { createEnergyWorld, type EnergyWorld } from '../energy/energy-world.ts';
import { type BenchWorld, createBenchWorld } from '../engine/bench-devices.ts';
import { type BenchEngine, startServerProgram, withEngine } from '../engine/bench-engine.ts';
import { benchOptions } from '../engine/bench-options.ts';
import { median, printTable } from '../engine/print-table.ts';
import { cpuSecondsNamed } from '../engine/process-times.ts';
import { startLoad } from '../load/load-process.ts';

const CALLS = [
  '/health/live',
  '/api/v2/device',
  '/api/v2/statistics-online',
  '/api/v2/alarms?pn=1&ps=13',
  '/api/v2/energy-fee?date_type=day&count=14',
  '/api/v2/dashboard-now',
] as const;
const READINGS = 'readings acknowledged';
/** Time for the work of the start. */
const SETTLE_MS = 3_000;
const WARM_UP_MS = 2_000;
/** As docs/operations.md recommends for PgBouncer 1.21 and later. */
const PREPARING = { max_prepared_statements: 700 };

interface Settings {
  readonly rounds: number;
  readonly devices: number;
  readonly window: number;
  readonly seconds: number;
  readonly connections: number;
  readonly fleet: number;
}

interface Worlds {
  readonly read: EnergyWorld;
  readonly sending: BenchWorld;
}

type Way = 'direct' | 'behind';

interface Measured {
  readonly perSecond: number;
  /** Processor time of the server, PostgreSQL and both proxies for each reading or call, in us. */
  readonly cpuUs: number;
}

export async function benchProxies(options: readonly string[]): Promise<void> {
  if (!hasHaproxy || !hasPgBouncer) throw new Error('HAProxy or PgBouncer is not installed');
  const values = benchOptions(options, {
    ...{
      rounds: '3',
      devices: '200',
      window: '16',
      seconds: '4',
      connections: '20',
      fleet: '1000',
    },
  });
  const settings: Settings = {
    rounds: Number(values.rounds),
    devices: Number(values.devices),
    window: Number(values.window),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
    fleet: Number(values.fleet),
  };
  await withEngine('external', (engine) => measure(engine, settings));
}

async function measure(engine: BenchEngine, settings: Settings): Promise<void> {
  const { rounds, devices, fleet } = settings;
  const database = await engine.open();
  const read = await createEnergyWorld(database, fleet, {
    ...{ label: 'read', first: 900_000_000, withQuarters: false },
  });
  // Each turn has its own devices, so that no reading is a duplicate.
  const sending = await createBenchWorld(database, devices * rounds * 2, {
    ...{ label: 'send', first: 800_000_000 },
  });
  await database.close();
  const found = new Map<string, Record<Way, Measured[]>>();
  for (let turn = 0; turn < rounds * 2; turn += 1) {
    // The second of two turns finds warmer caches, so the order alternates.
    const way = turn % 4 === 0 || turn % 4 === 3 ? 'direct' : 'behind';
    for (const [name, one] of await measureWay(engine, way, { read, sending }, settings, turn)) {
      const of = found.get(name) ?? { direct: [], behind: [] };
      of[way].push(one);
      found.set(name, of);
    }
  }
  printTable(
    `Directly, and behind HAProxy and PgBouncer${canPrepare ? ' that prepares statements' : ''}, on ${engine.name}`,
    [...found].map(([name, { direct, behind }]) => rowOf(name, direct, behind)),
  );
}

function rowOf(name: string, direct: readonly Measured[], behind: readonly Measured[]) {
  const rate = (all: readonly Measured[]) => median(all.map(({ perSecond }) => perSecond));
  const cpu = (all: readonly Measured[]) => median(all.map(({ cpuUs }) => cpuUs));
  const percent = (value: number) => `${Math.round(value * 100)} %`;
  return {
    what: name,
    'a second, direct / behind': `${rate(direct).toFixed(0)} / ${rate(behind).toFixed(0)}`,
    'rate behind, share (goal 85 %)': percent(rate(behind) / rate(direct)),
    'each round': behind
      .map(({ perSecond }, round) => percent(perSecond / direct[round]!.perSecond))
      .join(', '),
    'processor time, direct / behind, us': `${cpu(direct).toFixed(0)} / ${cpu(behind).toFixed(0)}`,
    'processor time behind, share': percent(cpu(behind) / cpu(direct)),
  };
}

/** Starts the server in one of both ways and measures everything once. */
async function measureWay(
  engine: BenchEngine,
  way: Way,
  { read, sending }: Worlds,
  { devices, window, seconds, connections }: Settings,
  turn: number,
): Promise<Map<string, Measured>> {
  const ports = { http: await freePort(), mqtt: await freePort() };
  const env = { PORT: String(ports.http), MQTT_PORT: String(ports.mqtt), DEVICE_RATE: '1000000' };
  const direct = engine.env['DATABASE_URL']!;
  const behind = way === 'behind' && {
    DATABASE_URL: (await startPgBouncer(direct, canPrepare ? PREPARING : {})).url,
    DATABASE_DIRECT_URL: direct,
    TRUSTED_PROXIES: '127.0.0.1',
    MQTT_PROXY_PROTOCOL: '1',
  };
  const server = await startServerProgram(engine, { ...env, ...behind });
  const proxy = behind ? await startHaproxy([ports]) : undefined;
  const url = proxy === undefined ? server.url : `http://127.0.0.1:${proxy.web}`;
  await sleep(SETTLE_MS);
  const found = new Map<string, Measured>();
  const timed = async (name: string, work: () => Promise<{ perSecond: number; count: number }>) => {
    const before = cpuSecondsNamed(['postgres', 'pgbouncer', 'haproxy'], server.pid);
    const { perSecond, count } = await work();
    const used = cpuSecondsNamed(['postgres', 'pgbouncer', 'haproxy'], server.pid) - before;
    found.set(name, { perSecond, cpuUs: (used * 1e6) / count });
  };
  const caller = { url, token: read.tenant.users.viewer.token, connections };
  for (const path of CALLS) {
    const whole = path === '/api/v2/device' ? `${path}?device_code=${read.devices[0]!.code}` : path;
    await rateOfCalls(whole, { ...caller, seconds: 1 });
    await timed(path, () => rateOfCalls(whole, { ...caller, seconds }));
  }
  const load = startLoad();
  await load.send({
    do: 'connect',
    port: proxy?.devices ?? server.mqttPort,
    devices: sending.devices.slice(turn * devices, (turn + 1) * devices),
  });
  await timed(READINGS, async () => {
    const { runs, acknowledged } = await load.send({
      ...{ do: 'saturate', window, warmUpMs: WARM_UP_MS, runs: 1, runMs: seconds * 1000 },
    });
    return { perSecond: runs![0]!, count: acknowledged! };
  });
  load.end();
  await server.stop();
  await closeAll();
  return found;
}
