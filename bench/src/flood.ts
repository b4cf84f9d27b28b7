/**
 * T7: device control while 200 logins a second come in and 200 devices report (L1: 1,000 readings a
 * second on PostgreSQL, 200 on PGlite, all of them new and on time). The same clicks first without
 * the flood, then with it, on the same server.
 *
 * `--engine postgres|pglite` (both), `--seconds 60` for each of the two, `--logins 200` a second.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { createBenchWorld } from './bench-devices.ts';
import { type BenchEngine, benchEngine, type Engine, startServerProgram } from './bench-engine.ts';
import { CLICK_EVERY_MS, type Clicked, clickAll, clickOnce, parts } from './clicks.ts';
import { connectObedient } from './command-devices.ts';
import type { FloodReport } from './flood-logins.ts';
import type { LoadDevice } from './load-order.ts';
import { startLoad } from './load-process.ts';
import { printTable } from './print-table.ts';
import { cpuSeconds, residentMiB } from './process-times.ts';
import { openPushSocket } from './push-socket.ts';

const READINGS_A_SECOND = { postgres: 1_000, pglite: 200 } as const;
const REPORTING = 200;
const OBEYING = 100;
const WARM_UP = 20;

export async function benchFlood(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      engine: { type: 'string' },
      seconds: { type: 'string', default: '60' },
      logins: { type: 'string', default: '200' },
    },
  });
  const engines: Engine[] =
    values.engine === undefined ? ['postgres', 'pglite'] : [values.engine as Engine];
  const rows: Row[] = [];
  for (const name of engines) {
    const engine = await benchEngine(name);
    try {
      rows.push(...(await measure(engine, Number(values.seconds), Number(values.logins))));
    } finally {
      await engine.remove();
    }
  }
  printTable(`Device control under ${values.logins} logins/s, ms`, rows);
}

type Row = Record<string, string | number>;

async function measure(engine: BenchEngine, seconds: number, logins: number): Promise<Row[]> {
  const before = await engine.open();
  const world = await createBenchWorld(before, REPORTING + OBEYING);
  await before.close();
  const server = await startServerProgram(engine, {
    DEVICE_RATE: '1000000',
    CONTROL_GAP_S: '0',
    CONTROL_PER_MINUTE: '100000',
    CONTROL_GROUP_PERCENT: '100',
  });
  const obeying = world.devices.slice(REPORTING);
  const clients = await Promise.all(obeying.map((one) => connectObedient(server.mqttPort, one)));
  const { userId, token } = world.tenant.users.operator;
  const socket = await openPushSocket(server.url, token, userId);
  const load = startLoad();
  const devices = world.devices.slice(0, REPORTING);
  await load.order({ do: 'connect', port: server.mqttPort, devices });

  const opened = new Set<LoadDevice>();
  const click = (device: LoadDevice) => {
    const order = opened.has(device) ? 'close' : 'open';
    if (order === 'open') opened.add(device);
    else opened.delete(device);
    return clickOnce(server.url, token, socket, device, order);
  };
  const atRest: LoadDevice[] = [...obeying];
  const perSecond = READINGS_A_SECOND[engine.engine];
  const runMs = seconds * 1000;

  const half = async (name: string, beside: () => Promise<FloodReport | undefined>) => {
    const loaded = load.order({ do: 'pace', perSecond, runMs });
    await server.stalls();
    const [usedBefore, began] = [cpuSeconds(server.pid), performance.now()];
    const [clicked, flood] = await Promise.all([
      clickAll(atRest, runMs / CLICK_EVERY_MS, click),
      beside(),
    ]);
    // To the last answer: behind a flood that comes later than the last click.
    const tookS = (performance.now() - began) / 1000;
    const busy = (cpuSeconds(server.pid) - usedBefore) / tookS;
    const { longestMs } = await server.stalls();
    const { latencies } = await loaded;
    return row(name, clicked, flood, { tookS, busy, longestMs, readingMs: latencies![1]! });
  };
  const row = (
    name: string,
    clicked: readonly Clicked[],
    flood: FloodReport | undefined,
    beside: { tookS: number; busy: number; longestMs: number; readingMs: number },
  ): Row => ({
    database: engine.name,
    clicks: `${clicked.length} ${name}`,
    'click to HTTP answer, p50 / p99 (limit 500)': parts(clicked.map((one) => one.answeredMs)),
    'click to confirmed push, p50 / p99 (limit 500)': parts(clicked.map((one) => one.confirmedMs)),
    'logins sent': flood?.sent ?? '',
    'turned away (429) / judged / other': flood === undefined ? '' : outcomes(flood),
    'judged a second': flood === undefined ? '' : (flood.judgedMs.length / beside.tookS).toFixed(1),
    'turned away after, p50 / p99': flood === undefined ? '' : parts(flood.refusedMs),
    'judged after, p50 / p99': flood === undefined ? '' : parts(flood.judgedMs),
    'readings a second': perSecond,
    'their acknowledgement p99': beside.readingMs.toFixed(0),
    'longest stall': beside.longestMs.toFixed(0),
    'server, cores': beside.busy.toFixed(2),
    'server MiB': residentMiB(server.pid).toFixed(0),
  });

  await clickAll(atRest, WARM_UP, click);
  const rows = [
    await half('alone', async () => undefined),
    await half('under the flood', () => floodOf(server.url, logins, runMs)),
  ];
  socket.close();
  await Promise.all(clients.map((client) => client.endAsync()));
  load.end();
  await server.stop();
  return rows;
}

function outcomes({ answers, sent }: FloodReport): string {
  const refused = answers['429'] ?? 0;
  // A wrong password is an answer, not a failure of the call.
  const judged = answers['200'] ?? 0;
  return `${refused} / ${judged} / ${sent - refused - judged}`;
}

async function floodOf(url: string, perSecond: number, runMs: number): Promise<FloodReport> {
  const file = fileURLToPath(new URL('./flood-logins.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), file, url, String(perSecond), String(runMs)],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout) as FloodReport;
}
