/**
 * From the click to the confirmed push: an order over HTTP, through interlocks and log to a device
 * that obeys at once, its state back into the database and out over the real-time channel, while
 * 1,000 readings a second of other devices are stored and pushed to the same page.
 *
 * `--engine postgres|pglite` (both), `--clicks 300`, ten a second.
 */
import { parseArgs } from 'node:util';
import { createBenchWorld } from './bench-devices.ts';
import { type BenchEngine, benchEngine, type Engine, startServerProgram } from './bench-engine.ts';
import { connectObedient } from './command-devices.ts';
import type { LoadDevice } from './load-order.ts';
import { startLoad } from './load-process.ts';
import { percentile, printTable } from './print-table.ts';
import { residentMiB } from './process-times.ts';
import { openPushSocket } from './push-socket.ts';

const READINGS_A_SECOND = 1_000;
const REPORTING = 200;
/** Many: one whose last order is still under way would refuse the next. */
const OBEYING = 100;
const CLICK_EVERY_MS = 100;
const LONGEST_WAIT_MS = 10_000;
const WARM_UP = 20;

export async function benchCommand(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: { engine: { type: 'string' }, clicks: { type: 'string', default: '300' } },
  });
  const engines: Engine[] =
    values.engine === undefined ? ['postgres', 'pglite'] : [values.engine as Engine];
  const rows = [];
  for (const name of engines) {
    const engine = await benchEngine(name);
    try {
      rows.push(await measure(engine, Number(values.clicks)));
    } finally {
      await engine.remove();
    }
  }
  printTable('Click to confirmed push under 1,000 readings/s, ms', rows);
}

async function measure(
  engine: BenchEngine,
  clicks: number,
): Promise<Record<string, string | number>> {
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

  const runMs = (clicks + WARM_UP) * CLICK_EVERY_MS + 1_000;
  const loaded = load.order({ do: 'pace', perSecond: READINGS_A_SECOND, runMs });
  const click = (device: LoadDevice, turn: number) =>
    clickOnce(server.url, token, socket, device, turn % 2 === 0 ? 'open' : 'close');
  await clickAll(obeying, WARM_UP, 0, click);
  await server.stalls();
  const answers = await clickAll(obeying, clicks, WARM_UP, click);
  const { longestMs } = await server.stalls();
  const { acknowledged, latencies } = await loaded;
  const memory = residentMiB(server.pid);

  socket.close();
  for (const client of clients) client.end(true);
  load.end();
  await server.stop();
  const sorted = (of: 'confirmedMs' | 'answeredMs') =>
    answers.map((answer) => answer[of]).toSorted((a, b) => a - b);
  const parts = (values: readonly number[]) =>
    [0.5, 0.99, 1].map((part) => percentile(values, part).toFixed(0)).join(' / ');
  return {
    database: engine.name,
    clicks: answers.length,
    'goal p99': 500,
    'click to confirmed push, p50 / p99 / longest': parts(sorted('confirmedMs')),
    'click to HTTP answer, p50 / p99 / longest': parts(sorted('answeredMs')),
    'readings stored a second': Math.round((acknowledged! * 1000) / runMs).toLocaleString('en'),
    'their acknowledgement p99': latencies![1]!.toFixed(0),
    'frames pushed': socket.frames.toLocaleString('en'),
    'longest stall': longestMs.toFixed(0),
    'server MiB': memory.toFixed(0),
  };
}

interface Clicked {
  readonly answeredMs: number;
  readonly confirmedMs: number;
}

/** One click every `CLICK_EVERY_MS`, whatever became of the one before; each device in turn. */
async function clickAll(
  devices: readonly LoadDevice[],
  count: number,
  from: number,
  click: (device: LoadDevice, turn: number) => Promise<Clicked>,
): Promise<Clicked[]> {
  const began = performance.now();
  const clicked: Promise<Clicked>[] = [];
  for (let i = 0; i < count; i++) {
    const waitMs = began + i * CLICK_EVERY_MS - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const place = from + i;
    clicked.push(click(devices[place % devices.length]!, Math.floor(place / devices.length)));
  }
  return Promise.all(clicked);
}

async function clickOnce(
  url: string,
  token: string,
  socket: Awaited<ReturnType<typeof openPushSocket>>,
  device: LoadDevice,
  order: 'open' | 'close',
): Promise<Clicked> {
  const began = performance.now();
  const pushed = socket.confirmed(device.code);
  const response = await fetch(`${url}/api/v2/device/control`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ device_code: device.code, data: { switch: order } }),
  });
  const answer = (await response.json()) as { code?: number; data?: { command_id?: string } };
  const answeredMs = performance.now() - began;
  const commandId = answer.data?.command_id;
  if (commandId === undefined) throw new Error(`not ordered: ${JSON.stringify(answer)}`);
  const late = new Promise<never>((_, reject) => {
    const limit = () => reject(new Error(`${device.code}: no confirmation of ${commandId}`));
    setTimeout(limit, LONGEST_WAIT_MS).unref();
  });
  const told = await Promise.race([pushed, late]);
  if (told.commandId !== commandId) throw new Error(`${told.commandId} was confirmed instead`);
  return { answeredMs, confirmedMs: told.at - began };
}
